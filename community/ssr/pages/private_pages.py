"""Server-rendered pages for notifications, drafts and private messages.

The pages contain only placeholders. The React app loads the private data.
"""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.chat import chat_frame_placeholder
from community.components.notifications import (
    notification_placeholders,
    notifications_heading,
)
from community.components.page_heading import page_heading
from community.components.sign_in_prompts import sign_in_prompt
from community.components.skeletons import list_skeleton
from community.core import ids
from community.core.actor import Actor
from community.domain import chat
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


@page_route(urls.CHATS, accepted_params=("folder",))
async def chats_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    return _build_chat_page(actor, request, chat_frame_placeholder(is_open=False))


@page_route("/m/{chat_id}", "[0-9]{1,19}", accepted_params=("message", "folder"))
async def chat_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    if not actor.is_guest:
        chat_id = ids.parse_id(request.path_params["chat_id"])
        if chat_id is None:
            raise chat.make_chat_not_found_error()
        await chat.get_chat(session, actor, chat_id)
    return _build_chat_page(actor, request, chat_frame_placeholder(is_open=True))


def _build_chat_page(actor: Actor, request: PageRequest, frame: Node) -> PageContent:
    prompt = sign_in_prompt(urls.CHATS, request.path)
    content = _build_page_content(request, _("Messages"), prompt if actor.is_guest else frame)
    return replace(content, active_href=urls.CHATS, sidebar=None)


def _build_page_content(request: PageRequest, title: str, *main: Node) -> PageContent:
    meta = build_page_meta(title, request.path, is_indexable=False)
    return PageContent(meta, main, active_href=request.path)
