"""The server-rendered page with the plans, and the placeholder for the page of a payment."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import ui
from community.components.page_heading import page_heading
from community.components.plans import INTRO, plans_content
from community.components.sign_in_prompts import sign_in_prompt
from community.components.skeletons import list_skeleton
from community.core import ids
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import subscriptions
from community.i18n import gettext as _
from community.realtime import topics
from community.rendering import Node
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta, page_route
from community.styles import plans as styles


@page_route(urls.PLANS)
async def plans_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    content = await subscriptions.get_plans_page(session, actor)
    meta = build_page_meta(
        _("Plans"), request.path, description=_(INTRO), is_indexable=bool(content.plans)
    )

    def buy_button(plan: Any) -> Node:
        if actor.is_guest:
            return ui.link_button(
                plan.action,
                href=urls.sign_in(urls.PLANS),
                variant="primary",
                class_name=styles.ACTION_BUTTON,
            )
        return ui.button(plan.action, variant="primary", class_name=styles.ACTION_BUTTON)

    return PageContent(
        meta,
        [plans_content(content, buy_button)],
        active_href=urls.PLANS,
        sidebar=None,
        topics=frozenset({topics.PLANS, topics.SITE}),
    )


@page_route(urls.payment("{payment}"))
async def payment_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return a placeholder. The React app loads the payment.

    Raises:
        NotFound: The viewer has no such payment.
    """
    payment_id = ids.parse_uuid(request.path_params["payment"])
    if payment_id is None:
        raise NotFound(_("Payment not found"))
    if not actor.is_guest:
        await subscriptions.get_own_payment(session, actor, payment_id)
    title = _("Payment")
    return PageContent(
        build_page_meta(title, request.path, is_indexable=False),
        [
            page_heading(title),
            sign_in_prompt(urls.PLANS, request.path) if actor.is_guest else list_skeleton(),
        ],
        ttl=0,
    )
