"""The settings of the site that the page being rendered shows, and their tags in the head."""

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.db import sessions as database
from community.core.http import cookies
from community.core.settings import settings
from community.domain import site, subscriptions
from community.rendering import el, group
from community.ssr.http.gzip import Chunk

# `assets/ui/site_appearance.js` changes the content of this element on open pages.
STYLE_ID = "site-style"
OPENSEARCH_TYPE = "application/opensearchdescription+xml"


class OpenBanners(NamedTuple):
    announcement: site.Announcement | None = None
    consent: site.ConsentBanner | None = None


T = TypeVar("T")
_current: ContextVar[site.SiteView | None] = ContextVar("site", default=None)
_is_selling: ContextVar[bool] = ContextVar("is_selling", default=False)


async def load_site() -> site.SiteView:
    """Load the settings, usually from the cache, for the page that this task renders.

    A cached view shows an announcement that appears or disappears a few seconds late.
    """
    view = await _get_or_load("site view", site.get_site_view)
    _current.set(view)
    return view


async def load_is_selling() -> bool:
    """Return whether users can buy a plan, for the menu of the page that this task renders."""
    is_selling = await _get_or_load("is selling", subscriptions.is_selling)
    _is_selling.set(is_selling)
    return is_selling


async def _get_or_load(name: str, query: Callable[[AsyncSession], Awaitable[T]]) -> T:
    """Return the result of a query from the cache of the settings, usually without a session."""

    async def load() -> T:
        async with database.read_session() as session:
            return await query(session)

    result: T = await site.settings_cache.get_or_load((database.engine().sync_engine, name), load)
    return result


def get_is_selling() -> bool:
    return _is_selling.get()


def get_site() -> site.SiteView:
    return _current.get() or site.SiteView(name=settings().site_name)


def find_open_banners(view: site.SiteView, cookie_header: str) -> OpenBanners:
    announcement, consent = view.announcement, view.consent_banner
    if announcement and announcement.id == cookies.find_closed_announcement(cookie_header):
        announcement = None
    chosen = cookies.find_consent(cookie_header)
    if chosen and consent and (not consent.asks_again or chosen.version == consent.version):
        consent = None
    return OpenBanners(announcement, consent)


@lru_cache(maxsize=16)
def render_site_head(accent_color: str, name: str) -> Chunk:
    """Return links to the web app manifest and to the search, and the style of the accent color."""
    # The selector is more specific than the one of the default color in `tokens.css`.
    css = f"html:root{{--accent:{accent_color}}}" if accent_color else ""
    tags = group(
        el.link(rel="manifest", href=urls.MANIFEST),
        el.link(rel="search", type=OPENSEARCH_TYPE, href=urls.OPENSEARCH, title=name),
        el.style(css, id=STYLE_ID),
    )
    return Chunk.compress(str(tags).encode())


def get_site_head(view: site.SiteView) -> Chunk:
    return render_site_head(view.accent_color, view.name)
