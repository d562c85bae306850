"""Renders complete pages."""

from dataclasses import dataclass, replace
from functools import lru_cache

from community import urls
from community.components.layout import not_found
from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session
from community.core.errors import Invalid, Moved, NotFound
from community.domain.advertising import SECTION
from community.domain.site import SiteView
from community.reflex_adapter import build_output
from community.rendering import group, html_output
from community.ssr.http import advertisements, gzip, module_preload, shell
from community.ssr.http.gzip import EMPTY_CHUNK, Chunk
from community.ssr.http.layout import get_layout, render_sidebar
from community.ssr.http.meta import render_head
from community.ssr.http.page_cache import CachedPage, PageCache
from community.ssr.http.routing import PageContent, PageRequest, Redirect
from community.ssr.http.site import (
    OpenBanners,
    find_open_banners,
    get_site,
    get_site_head,
    load_is_selling,
    load_site,
)
from community.ssr.pages import site_pages
from community.ssr.pages.sign_in import auth_forms

# Most pages have the same sidebar. Each has about 20 KB.
MAX_COMPRESSED_SIDEBARS = 32


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A complete page as compressed chunks, or a redirect."""

    status: int
    chunks: tuple[Chunk, ...] = ()
    location: str = ""
    content_security_policy: str = ""


async def render_page(request: PageRequest, actor: Actor, cache: PageCache) -> RenderedPage:
    """Return the page for `actor`, from the cache if guests get the same content."""
    with html_output():
        return await _render_page(request, actor, cache)


async def render_rate_limit_page(request: PageRequest, actor: Actor, message: str) -> RenderedPage:
    """Return the page for a visitor who has requested too many pages."""
    with html_output():
        site = await load_site()
        content = site_pages.rate_limit_page(message, request.path)
        page = _compress(request, actor, content)
        banners = find_open_banners(site, request.cookie_header)
        return await _add_layout(page, actor, site, banners, advertisements.NO_SLOTS)


async def _render_page(request: PageRequest, actor: Actor, cache: PageCache) -> RenderedPage:
    site = await load_site()
    if not actor.is_guest:
        await load_is_selling()
    banners = find_open_banners(site, request.cookie_header)
    if request.form_flash is not None:
        page = await _render_without_layout(request, GUEST)
        return await _add_layout(page, GUEST, site, banners, advertisements.NO_SLOTS)
    key, default_feed = request.cache_key, GUEST.default_feed
    if request.path == urls.HOME:
        default_feed = actor.default_feed
        key = f"{key}#{default_feed}"

    async def render_for_guests() -> CachedPage:
        return await _render_without_layout(request, replace(GUEST, default_feed=default_feed))

    if not actor.is_guest and request.limit:
        # No two requests for pages with a limit are alike, so that guests' pages are not shared.
        page = await _render_without_layout(request, actor)
    else:
        page = await cache.get_or_load(key, render_for_guests)
        if not actor.is_guest and not _can_use_guest_page(actor, page):
            page = await _render_without_layout(request, actor)
    if request.previewed_place and actor.has_section(SECTION):
        slots = advertisements.make_preview_slots(request.previewed_place)
    else:
        slots = await advertisements.load_slots(page.advertised, actor)
    return await _add_layout(page, actor, site, banners, slots)


def _can_use_guest_page(actor: Actor, page: CachedPage) -> bool:
    if page.status >= 400:  # a member may have access to pages that guests may not read
        return False
    if page.audience == "everyone":
        return True
    return page.audience == "unfiltered" and not (actor.has_filters or actor.is_admin)


async def _render_without_layout(request: PageRequest, actor: Actor) -> CachedPage:
    try:
        content = await _render_content(request, actor)
    except Redirect as redirect:
        return CachedPage(redirect.status, location=redirect.location, ttl=0)
    return _compress(request, actor, content)


def _compress(request: PageRequest, actor: Actor, content: PageContent) -> CachedPage:
    forms = (
        auth_forms(get_site(), request.query_params, request.form_flash)
        if request.is_sign_in_requested and actor.is_guest
        else None
    )
    # Pages with parameters, such as links to comments, are many and are rarely requested twice.
    level = gzip.FAST_LEVEL if request.query_params else gzip.DEFAULT_LEVEL
    advertised = None if request.is_sign_in_requested else content.advertised
    main = group(forms, *content.main)
    preloads = module_preload.preload_tags(build_output.BUILD_DIR, request.path)
    return CachedPage(
        content.status,
        head=Chunk.compress((render_head(content.meta) + preloads).encode()),
        main=EMPTY_CHUNK
        if advertised
        else Chunk.compress(advertisements.remove_markers(main).encode(), level),
        marked_main=advertisements.MarkedContent(main, level) if advertised else None,
        has_site_sidebar=content.has_site_sidebar,
        sidebar=None
        if content.sidebar is None
        else Chunk.compress(group(*content.sidebar).encode()),
        active_href=content.active_href,
        topics=content.topics,
        ttl=content.ttl,
        audience=content.audience,
        build_layout=content.build_layout,
        origins=content.origins,
        advertised=advertised,
    )


async def _load_sidebar(page: CachedPage, actor: Actor) -> tuple[Chunk, ...] | None:
    """Return the sidebar, before and after its advertisement, or None if the page has none."""
    if not page.has_site_sidebar:
        return None if page.sidebar is None else (page.sidebar,)
    return _compress_sidebar(await render_sidebar(actor))


@lru_cache(maxsize=MAX_COMPRESSED_SIDEBARS)
def _compress_sidebar(html: str) -> tuple[Chunk, ...]:
    return tuple(Chunk.compress(part.encode()) for part in advertisements.split_at_markers(html))


async def _add_layout(
    page: CachedPage,
    actor: Actor,
    site: SiteView,
    banners: OpenBanners,
    slots: advertisements.PageSlots,
) -> RenderedPage:
    if page.location:
        return RenderedPage(page.status, location=page.location)
    sidebar = await _load_sidebar(page, actor)
    is_wide = sidebar is None
    if page.build_layout is None:
        layout = get_layout(site, banners, actor, page.active_href, is_wide=is_wide)
    else:
        layout = page.build_layout(actor)
    inner = [page.marked_main.join(slots) if page.marked_main else page.main]
    if sidebar is not None:
        first, *rest = sidebar
        advertisement = slots.chunks.get("sidebar", EMPTY_CHUNK)
        inner += [layout.middle, first, *([advertisement, *rest] if rest else ())]
    prompts = site.quick_sign_in if actor.is_guest else ()
    prompt_origins = (origin for prompt in prompts for origin in prompt.origins)
    origins = tuple(dict.fromkeys((*page.origins, *prompt_origins)))
    page_shell = shell.load_shell(site.default_theme, origins)
    return RenderedPage(
        page.status,
        page_shell.wrap((get_site_head(site), page.head), (layout.top, *inner, layout.bottom)),
        content_security_policy=page_shell.content_security_policy,
    )


async def _render_content(request: PageRequest, actor: Actor) -> PageContent:
    try:
        async with read_session() as session:
            return await request.renderer(session, actor, request)
    except Moved as moved:
        raise Redirect(moved.url) from moved
    except NotFound as error:
        return site_pages.not_found_page(error.message, request.path)
    except Invalid:
        return site_pages.not_found_page(not_found.page_not_found_text(), request.path)
