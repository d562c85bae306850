"""Server-rendered layout with the header, the navigation and the bottom bar of every page.

The browser renders the same layout with data from the State (`components/page.py`).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from community import urls
from community.components import ui
from community.components.account_menu import account_menu
from community.components.auth import sign_in_link
from community.components.layout import page_layout, site_slots
from community.core.actor import Actor
from community.i18n import gettext as _
from community.rendering import Node, el
from community.ssr.gzip import EMPTY_CHUNK, Chunk
from community.styles import bell

# The number of layouts to cache. Each needs about 15 kilobytes of memory.
MAX_CACHED_LAYOUTS = 2_000
_SLOT = Markup("<!-- slot -->")


class Viewer(NamedTuple):
    """The signed-in user, with the data that the layout shows."""

    slug: str
    name: str
    avatar: str | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The HTML of a layout in three parts.

    The content of the page belongs after `top`, and the sidebar belongs after `middle`.
    """

    top: Chunk
    middle: Chunk
    bottom: Chunk


def get_layout(site_name: str, actor: Actor, active_href: str, *, is_wide: bool) -> Layout:
    """Return the layout for a viewer.

    Args:
        site_name: The name of the site.
        actor: The viewer.
        active_href: The URL of the navigation link that is marked as current.
        is_wide: True if the page has no sidebar, so that the content is wider.
    """
    viewer = None if actor.is_guest else Viewer(actor.slug, actor.name, actor.avatar)
    return _get_cached_layout(site_name, viewer, active_href, is_wide=is_wide)


@lru_cache(maxsize=MAX_CACHED_LAYOUTS)
def _get_cached_layout(
    site_name: str, viewer: Viewer | None, active_href: str, *, is_wide: bool
) -> Layout:
    html: str = _render_layout(site_name, viewer, active_href, is_wide=is_wide)
    parts = [Chunk.compress(part.encode()) for part in html.split(_SLOT)]
    return Layout(parts[0], parts[1] if not is_wide else EMPTY_CHUNK, parts[-1])


def _render_layout(
    site_name: str, viewer: Viewer | None, active_href: str, *, is_wide: bool
) -> Node:
    slots = site_slots(
        site_name=site_name,
        active_href=active_href,
        is_signed_in=viewer is not None,
        guest_button=sign_in_link(size="sm"),
        member_buttons=[_notifications_link(), account_menu(viewer)] if viewer else [],
        sidebar=None if is_wide else [_SLOT],
        viewer="member" if viewer else "guest",
    )
    return page_layout(_SLOT, slots=slots)


def _notifications_link() -> Node:
    return el.a(
        ui.icon("bell", bell.ICON),
        href=urls.NOTIFICATIONS,
        class_name=bell.BUTTON,
        aria_label=_("Notifications"),
    )
