"""The server-rendered page with the plans, and placeholders for those of payments and cards."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import sign_in, skeletons, ui
from community.components.page_heading import page_heading
from community.components.payments.plans import INTRO, gift_notice, plans_content
from community.core import errors, ids
from community.core.actor import Actor
from community.domain import site, subscriptions
from community.i18n import gettext as _
from community.realtime import messages
from community.rendering import Node, present
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta
from community.state.pages.payments.plans_content import get_plans_page
from community.styles import payments as styles


async def plans_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    content = await get_plans_page(session, actor)
    meta = build_page_meta(
        _("Plans"), request.path, description=_(INTRO), is_indexable=bool(content.plans)
    )

    def button(label: str, variant: Any) -> Node:
        if not actor.is_guest:
            return ui.button(
                ui.multiline_label(label), variant=variant, class_name=styles.PLAN_BUTTON
            )
        return ui.link_button(
            ui.multiline_label(label),
            href=urls.sign_in(urls.PLANS),
            variant=variant,
            class_name=styles.PLAN_BUTTON,
        )

    def buy_button(plan: Any) -> Node:
        return button(plan.action, "secondary" if plan.trial else "primary")

    def trial_button(plan: Any) -> Node:
        return button(plan.trial, "primary")

    return PageContent(
        meta,
        [
            present(request.query_params.get("gift", ""), gift_notice),
            plans_content(content, buy_button, trial_button),
        ],
        active_href=urls.PLANS,
        sidebar=None,
        topics=frozenset({messages.PLANS_TOPIC, messages.SITE_TOPIC}),
    )


async def payment_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return a placeholder. The React app loads the payment."""
    payment_id = ids.parse_uuid(request.path_params["payment"])
    if payment_id is None:
        raise errors.NotFound(_("Payment not found"))
    origins: tuple[str, ...] = ()
    if not actor.is_guest:
        payment = await subscriptions.get_own_payment(session, actor, payment_id)
        origins = await _list_origins(session, payment)
    return _build_placeholder(_("Payment"), actor, request, origins)


async def card_setup_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return a placeholder. The React app loads the state of the card."""
    setup_id = ids.parse_uuid(request.path_params["setup"])
    if setup_id is None:
        raise errors.NotFound(_("Card not found"))
    origins: tuple[str, ...] = ()
    if not actor.is_guest:
        setup = await subscriptions.get_own_setup(session, actor, setup_id)
        origins = await _list_origins(session, setup)
    return _build_placeholder(_("Replace card"), actor, request, origins)


async def _list_origins(
    session: AsyncSession, item: subscriptions.PaymentView | subscriptions.MethodSetupView
) -> tuple[str, ...]:
    if item.status not in subscriptions.UNFINISHED_STATUSES:
        return ()
    section = await site.get_settings_section(session, site.PaymentSettings)
    return site.list_payment_origins(item.provider, section)


def _build_placeholder(
    title: str, actor: Actor, request: PageRequest, origins: tuple[str, ...] = ()
) -> PageContent:
    return PageContent(
        build_page_meta(title, request.path, is_indexable=False),
        [
            page_heading(title),
            sign_in.sign_in_prompt(urls.PLANS, request.path)
            if actor.is_guest
            else skeletons.list_skeleton(),
        ],
        ttl=0,
        origins=origins,
    )
