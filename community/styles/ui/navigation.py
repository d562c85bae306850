"""The navigation links that every page shows."""

from dataclasses import dataclass
from typing import Final

from community import urls
from community.i18n import noop
from community.styles.ui.icons import IconName


@dataclass(frozen=True, slots=True)
class NavItem:
    name: str  # the untranslated label; pass it to `gettext` where it is shown
    href: str
    icon: IconName
    is_members_only: bool = False
    is_guests_only: bool = False


MAIN_NAV_ITEMS: Final = (
    NavItem(noop("Popular"), urls.POPULAR, "flame"),
    NavItem(noop("New"), urls.NEW, "clock"),
    NavItem(noop("Personal"), urls.PERSONAL, "users", is_members_only=True),
    NavItem(noop("Communities"), urls.COMMUNITIES, "globe"),
    NavItem(noop("Messages"), urls.CHATS, "mail", is_members_only=True),
    NavItem(noop("Drafts"), urls.DRAFTS, "edit", is_members_only=True),
    NavItem(noop("Settings"), urls.SETTINGS, "settings", is_members_only=True),
)

# The bottom bar on phones has room for only five links. Members find the newest posts in the tabs
# of the feeds.
BOTTOM_NAV_ITEMS: Final = (
    NavItem(noop("Popular"), urls.POPULAR, "flame"),
    NavItem(noop("New"), urls.NEW, "clock", is_guests_only=True),
    NavItem(noop("Communities"), urls.COMMUNITIES, "globe", is_members_only=True),
    NavItem(noop("Write"), urls.WRITE, "write"),
    NavItem(noop("Communities"), urls.COMMUNITIES, "globe", is_guests_only=True),
    NavItem(noop("Messages"), urls.CHATS, "mail", is_members_only=True),
    NavItem(noop("Personal"), urls.PERSONAL, "users"),
)

# Labels and URLs of the links at the bottom of the sidebar.
FOOTER_LINKS: Final = (("RSS", urls.FEED), ("API", "/api/docs"))
