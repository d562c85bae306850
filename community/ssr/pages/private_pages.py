"""Server-rendered pages for notifications, drafts, private messages, settings and the editor.

They contain placeholders, which the React app replaces. The editor shows the saved text until then.
"""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import settings as sections, sign_in, skeletons, writing
from community.components.chat import chat_frame_placeholder
from community.components.notifications import notification_placeholders, notifications_heading
from community.components.page_heading import page_heading
from community.core.actor import Actor
from community.core.errors import NotFound, PermissionDenied
from community.domain import chat, posts, subscriptions
from community.i18n import gettext as _
from community.rendering import Node
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta


async def drafts_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    return _build_page_content(
        request,
        _("Drafts"),
        page_heading(_("Drafts")),
        sign_in.sign_in_prompt(urls.DRAFTS) if actor.is_guest else skeletons.list_skeleton(),
    )


async def notifications_page(
    _session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    return _build_page_content(
        request,
        _("Notifications"),
        notifications_heading(is_signed_in=not actor.is_guest),
        sign_in.sign_in_prompt(urls.NOTIFICATIONS)
        if actor.is_guest
        else notification_placeholders(),
    )


async def chats_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    return _build_chat_page(actor, request, chat_frame_placeholder(is_open=False))


async def chat_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    if not actor.is_guest:
        await chat.get_chat(session, actor, chat.parse_chat_id(request.path_params["chat_id"]))
    return _build_chat_page(actor, request, chat_frame_placeholder(is_open=True))


def _build_chat_page(actor: Actor, request: PageRequest, frame: Node) -> PageContent:
    prompt = sign_in.sign_in_prompt(urls.CHATS, request.path)
    content = _build_page_content(request, _("Messages"), prompt if actor.is_guest else frame)
    return replace(content, active_href=urls.CHATS, sidebar=None)


def _build_page_content(request: PageRequest, title: str, *main: Node) -> PageContent:
    meta = build_page_meta(title, request.path, is_indexable=False)
    return PageContent(meta, main, active_href=request.path)


async def settings_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the settings page with placeholders. Guests get a sign-in prompt instead."""
    title = _("Settings")
    meta = build_page_meta(title, request.path, is_indexable=False)
    if actor.is_guest:
        prompt = sign_in.sign_in_prompt(urls.SETTINGS)
        return PageContent(meta, [page_heading(title), prompt], active_href=urls.SETTINGS)
    shows_plans = await subscriptions.shows_subscription(session, actor)
    return PageContent(
        meta,
        [
            page_heading(title),
            sections.horizontal_section_links(shows_plans=shows_plans),
            sections.section_placeholders(shows_plans=shows_plans),
        ],
        active_href=urls.SETTINGS,
        sidebar=[sections.sidebar_section_links(shows_plans=shows_plans)],
    )


async def new_post_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    main = _editor_prompt(request) if actor.is_guest else writing.static_editor()
    return _build_editor_page(request, main)


async def edit_post_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    if actor.is_guest:
        return _build_editor_page(request, _editor_prompt(request))
    post_id = posts.parse_post_id(request.path_params["post_id"])
    try:
        draft = await posts.get_draft(session, actor, post_id)
        html = await posts.get_draft_html(session, actor, post_id)
    except PermissionDenied as error:
        raise NotFound(error.message) from error
    is_submitted = posts.is_submitted(draft)
    return _build_editor_page(
        request, writing.static_editor(draft.title, html, is_published=is_submitted)
    )


def _build_editor_page(request: PageRequest, main: list[Node]) -> PageContent:
    meta = build_page_meta(_("Write"), request.path, is_indexable=False)
    return PageContent(meta, main, active_href=urls.WRITE)


def _editor_prompt(request: PageRequest) -> list[Node]:
    return [sign_in.sign_in_prompt(urls.WRITE, request.path)]
