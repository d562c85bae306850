"""Server-rendered pages for notifications and drafts.

The pages contain only placeholders. The React app loads the private data.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.notifications import (
    notification_placeholders,
    notifications_heading,
)
from community.components.page_heading import page_heading
from community.components.sign_in_prompts import sign_in_prompt
from community.components.skeletons import list_skeleton
from community.core.actor import Actor
from community.i18n import gettext as _
from community.rendering import Node
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta, page_route


@page_route(urls.DRAFTS)
async def drafts_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    return _build_page_content(
        request,
        _("Drafts"),
        page_heading(_("Drafts")),
        sign_in_prompt(urls.DRAFTS) if actor.is_guest else list_skeleton(),
    )


@page_route(urls.NOTIFICATIONS)
async def notifications_page(
    _session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    return _build_page_content(
        request,
        _("Notifications"),
        notifications_heading(is_signed_in=not actor.is_guest),
        sign_in_prompt(urls.NOTIFICATIONS) if actor.is_guest else notification_placeholders(),
    )


def _build_page_content(request: PageRequest, title: str, *main: Node) -> PageContent:
    meta = build_page_meta(title, request.path, is_indexable=False)
    return PageContent(meta, main, active_href=request.path)
