"""The settings of the site that the page being rendered shows."""

from contextvars import ContextVar
from typing import NamedTuple

from community.core.db import sessions as database
from community.core.http import site_cookies
from community.core.settings import settings
from community.domain import site
from community.domain.site import Announcement, ConsentBanner, SiteView


class OpenBanners(NamedTuple):
    """The banners that a visitor sees."""

    announcement: Announcement | None = None
    consent: ConsentBanner | None = None


_current: ContextVar[SiteView | None] = ContextVar("site", default=None)


async def load_site() -> SiteView:
    """Load the settings, usually from the cache, for the page that this task renders."""
    view = await site.get_cached_site_view(database.engine().sync_engine, _read_site)
    _current.set(view)
    return view


async def _read_site() -> SiteView:
    async with database.read_session() as session:
        return await site.get_site_view(session)


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
