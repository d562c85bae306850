"""Renders complete pages.

Each page consists of content and of a layout for the viewer. The content comes from the cache or
from the renderer that is registered for the path.
"""

from dataclasses import dataclass, replace

from community import urls
from community.core.actor import GUEST, Actor
from community.core.database import read_session
from community.core.errors import Invalid, NotFound
from community.core.settings import settings
from community.realtime import topics
from community.rendering import group, html_output
from community.ssr import empty_states, module_preload, shell
from community.ssr.auth import auth_forms
from community.ssr.cache import CachedPage, PageCache
from community.ssr.gzip import Chunk
from community.ssr.layout import get_layout
from community.ssr.meta import render_head
from community.ssr.routing import PageContent, PageRequest, Redirect
from community.ssr.sidebar import render_sidebar
from community.styles import not_found_texts


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A complete page as compressed chunks, or a redirect."""

    status: int
    chunks: tuple[Chunk, ...] = ()
    location: str = ""


async def render_page(request: PageRequest, actor: Actor, cache: PageCache) -> RenderedPage:
    """Return the page for `actor`.

    If guests get the same content as `actor`, the content comes from the cache.
    """
    with html_output():
        return await _render_page(request, actor, cache)


async def _render_page(request: PageRequest, actor: Actor, cache: PageCache) -> RenderedPage:
    if request.form_flash is not None:
        return _add_layout(await _render_without_layout(request, GUEST), GUEST)
    guest, key = GUEST, request.cache_key
    if request.path == urls.HOME:
        guest, key = replace(GUEST, default_feed=actor.default_feed), f"{key}#{actor.default_feed}"
    page = await cache.get(key, lambda: _render_without_layout(request, guest))
    if not actor.is_guest and not _can_use_guest_page(actor, page):
        page = await _render_without_layout(request, actor)
    return _add_layout(page, actor)


def _can_use_guest_page(actor: Actor, page: CachedPage) -> bool:
    if page.status >= 400:  # a member may have access to pages that guests may not read
        return False
    return page.audience == "everyone" or (page.audience == "unfiltered" and not actor.has_filters)


async def _render_without_layout(request: PageRequest, actor: Actor) -> CachedPage:
    try:
        content = await _render_content(request, actor)
    except Redirect as redirect:
        return CachedPage(redirect.status, location=redirect.location, ttl=0)
    forms = (
        auth_forms(request.query_params.get("next", ""), request.form_flash)
        if request.is_sign_in_requested and actor.is_guest
        else None
    )
    preloads = module_preload.preload_tags(shell.BUILD_DIR, request.path)
    return CachedPage(
        content.status,
        head=Chunk.compress((render_head(content.meta) + preloads).encode()),
        main=Chunk.compress(group(forms, *content.main).encode()),
        sidebar=None
        if content.sidebar is None
        else Chunk.compress(group(*content.sidebar).encode()),
        active_href=content.active_href,
        topics=content.topics if content.sidebar is None else content.topics | {topics.SIDEBAR},
        ttl=content.ttl,
        audience=content.audience,
    )


def _add_layout(page: CachedPage, actor: Actor) -> RenderedPage:
    if page.location:
        return RenderedPage(page.status, location=page.location)
    is_wide = page.sidebar is None
    layout = get_layout(settings().site_name, actor, page.active_href, is_wide=is_wide)
    inner = (page.main,) if page.sidebar is None else (page.main, layout.middle, page.sidebar)
    return RenderedPage(
        page.status, shell.load_shell().wrap(page.head, (layout.top, *inner, layout.bottom))
    )


async def _render_content(request: PageRequest, actor: Actor) -> PageContent:
    try:
        async with read_session() as session:
            return await request.renderer(session, actor, request)
    except NotFound as error:
        return await _render_not_found(actor, error.message, request.path)
    except Invalid:
        return await _render_not_found(actor, not_found_texts.page_not_found_text(), request.path)


async def _render_not_found(actor: Actor, message: str, path: str) -> PageContent:
    async with read_session() as session:
        return replace(
            empty_states.not_found_page(message, path),
            sidebar=await render_sidebar(session, actor),
        )
