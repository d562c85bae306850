"""Server-rendered page of the post editor.

The page shows the title and the text of the post until the browser has loaded the editor.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import writing
from community.components.sign_in_prompts import sign_in_prompt
from community.core.actor import Actor
from community.core.errors import NotFound, PermissionDenied
from community.domain import posts
from community.i18n import gettext as _
from community.rendering import Node
from community.ssr.http.routing import (
    PageContent,
    PageRequest,
    build_page_meta,
    page_route,
    parse_post_id,
)


@page_route(urls.WRITE)
async def new_post_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page that opens the editor with a new post."""
    main = _sign_in_prompt(request) if actor.is_guest else writing.static_editor()
    return _build_page_content(request, main)


@page_route(f"{urls.WRITE}/{{post_id}}")
async def edit_post_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page that opens the editor with an existing post."""
    if actor.is_guest:
        return _build_page_content(request, _sign_in_prompt(request))
    post_id = parse_post_id(request.path_params["post_id"])
    try:
        draft = await posts.get_draft(session, actor, post_id)
        html = await posts.get_draft_html(session, actor, post_id)
    except PermissionDenied as error:
        raise NotFound(error.message) from error
    is_submitted = posts.is_submitted(draft)
    return _build_page_content(
        request, writing.static_editor(draft.title, html, is_published=is_submitted)
    )


def _build_page_content(request: PageRequest, main: list[Node]) -> PageContent:
    meta = build_page_meta(_("Write"), request.path, is_indexable=False)
    return PageContent(meta, main, active_href=urls.WRITE)


def _sign_in_prompt(request: PageRequest) -> list[Node]:
    return [sign_in_prompt(urls.WRITE, request.path)]
