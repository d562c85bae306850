"""Server-rendered layout of every page: header, navigation, sidebar and bottom bar."""

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from community import urls
from community.components import sign_in, ui
from community.components.advertisements import advertisement_place
from community.components.chat import messages_link
from community.components.layout.account_menu import account_menu
from community.components.layout.frame import page_layout, site_slots
from community.components.layout.notices import account_notice, announcement_bar, consent_banner
from community.components.layout.sidebar import sidebar_sections
from community.components.search.field import header_search, search_field
from community.core import clock
from community.core.actor import Actor
from community.domain import discovery
from community.domain.site import SiteView
from community.i18n import formats, gettext as _
from community.rendering import HtmlCache, Node, el, group, present
from community.ssr.http.gzip import EMPTY_CHUNK, Chunk
from community.ssr.http.page_cache import Layout
from community.ssr.http.site import OpenBanners, get_is_selling
from community.state.pages.account_notice import AccountNotice, get_account_notice
from community.styles import layout

# The number of layouts to cache. Each needs about 15 kilobytes of memory.
MAX_CACHED_LAYOUTS = 2_000
SLOT = Markup("<!-- slot -->")

# All guests see the same sidebar. Readers who ignore users see others.
_MAX_CACHED_BYTES = 256 * 1024

_sidebars = HtmlCache[discovery.Sidebar](discovery.Sidebar, _MAX_CACHED_BYTES, max_digests=8)


class Viewer(NamedTuple):
    """The signed-in user, with the data that the layout shows."""

    slug: str
    name: str
    avatar: str | None
    is_admin: bool = False
    shows_plans: bool = False
    notice: AccountNotice | None = None


def get_layout(
    site: SiteView, banners: OpenBanners, actor: Actor, active_href: str, *, is_wide: bool
) -> Layout:
    viewer = None if actor.is_guest else build_viewer(actor, site)
    return _get_cached_layout(site, banners, viewer, active_href, is_wide=is_wide)


def build_viewer(actor: Actor, site: SiteView) -> Viewer:
    notice = get_account_notice(actor, is_verification_required=site.requires_verified_email)
    return Viewer(
        actor.slug,
        actor.name,
        actor.avatar,
        is_admin=actor.is_shown_admin_panel,
        shows_plans=bool(actor.features) or get_is_selling(),
        notice=notice,
    )


def split_layout(html: str, *, is_wide: bool) -> Layout:
    """Return the layout with this HTML, in which each `SLOT` stands for content of the page."""
    parts = [Chunk.compress(part.encode()) for part in html.split(SLOT)]
    return Layout(parts[0], parts[1] if not is_wide else EMPTY_CHUNK, parts[-1])


@lru_cache(maxsize=MAX_CACHED_LAYOUTS)
def _get_cached_layout(
    site: SiteView,
    banners: OpenBanners,
    viewer: Viewer | None,
    active_href: str,
    *,
    is_wide: bool,
) -> Layout:
    html: str = _render_layout(site, banners, viewer, active_href, is_wide=is_wide)
    return split_layout(html, is_wide=is_wide)


def _render_layout(
    site: SiteView,
    banners: OpenBanners,
    viewer: Viewer | None,
    active_href: str,
    *,
    is_wide: bool,
) -> Node:
    slots = site_slots(
        site=site,
        active_href=active_href,
        is_signed_in=viewer is not None,
        guest_buttons=sign_in.header_links(site.registration),
        member_buttons=member_buttons(viewer) if viewer else [],
        search=header_search(search_field(), active_href),
        sidebar=None if is_wide else [SLOT],
        announcement=present(banners.announcement, announcement_bar),
        overlays=[present(banners.consent, consent_banner)],
        notice=account_notice(viewer.notice) if viewer and viewer.notice else None,
        viewer="member" if viewer else "guest",
    )
    return page_layout(SLOT, slots=slots)


def member_buttons(viewer: Viewer) -> list[Node]:
    notifications_link = el.a(
        ui.icon("bell", layout.BELL_ICON),
        href=urls.NOTIFICATIONS,
        class_name=layout.BUTTON,
        aria_label=_("Notifications"),
    )
    return [
        messages_link(),
        notifications_link,
        account_menu(viewer, is_admin=viewer.is_admin, shows_plans=viewer.shows_plans),
    ]


async def render_sidebar(actor: Actor) -> Markup:
    sidebar, now = await discovery.get_sidebar(actor), clock.now()
    ages = [
        formats.format_relative_time(discussion.created_at, now)
        for discussion in sidebar.discussions
    ]
    return _sidebars.get(sidebar, *ages, render=lambda: _render_sections(sidebar))


def _render_sections(sidebar: discovery.Sidebar) -> Node:
    return group(*sidebar_sections(sidebar, advertisement_place("sidebar")))
