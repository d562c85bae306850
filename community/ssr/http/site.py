"""The settings of the site that the page being rendered shows, and their tags in the head."""

from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

from community import urls
from community.core.db import sessions as database
from community.core.http import site_cookies
from community.core.settings import settings
from community.domain import site, subscriptions
from community.domain.site import Announcement, ConsentBanner, SiteView
from community.rendering import el, group
from community.ssr.http.gzip import Chunk

# `assets/ui/site_appearance.js` changes the content of this element on open pages.
STYLE_ID = "site-style"
OPENSEARCH_TYPE = "application/opensearchdescription+xml"


class OpenBanners(NamedTuple):
    """The banners that a visitor sees."""

    announcement: Announcement | None = None
    consent: ConsentBanner | None = None


_current: ContextVar[SiteView | None] = ContextVar("site", default=None)
_is_selling: ContextVar[bool] = ContextVar("is_selling", default=False)


async def load_site() -> SiteView:
    """Load the settings, usually from the cache, for the page that this task renders."""
    view = site.find_cached_site_view(database.engine().sync_engine)
    if view is None:
        async with database.read_session() as session:
            view = await site.get_cached_site_view(session)
    _current.set(view)
    return view


async def load_is_selling() -> bool:
    """Return whether users can buy a plan, for the menu of the page that this task renders."""
    is_selling = subscriptions.find_cached_is_selling(database.engine().sync_engine)
    if is_selling is None:
        async with database.read_session() as session:
            is_selling = await subscriptions.get_cached_is_selling(session)
    _is_selling.set(is_selling)
    return is_selling


def get_is_selling() -> bool:
    return _is_selling.get()


def get_site() -> SiteView:
    """Return the settings for the page that this task renders."""
    return _current.get() or SiteView(name=settings().site_name)


def find_open_banners(view: SiteView, cookie_header: str) -> OpenBanners:
    """Return the banners of the site that the visitor has not closed."""
    announcement, consent = view.announcement, view.consent_banner
    if announcement and announcement.id == site_cookies.find_closed_announcement(cookie_header):
        announcement = None
    chosen = site_cookies.find_consent(cookie_header)
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


def get_site_head(view: SiteView) -> Chunk:
    return render_site_head(view.accent_color, view.name)
