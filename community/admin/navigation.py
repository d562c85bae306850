"""The sections in the sidebar of the Admin Panel, in their order."""

from dataclasses import dataclass
from typing import Final

from community.core.actor import DASHBOARD
from community.i18n import noop
from community.styles.ui.icons import IconName


@dataclass(frozen=True, slots=True)
class NavItem:
    code: str  # the code of the section in `accounts.SECTIONS`
    title: str  # the untranslated title; pass it to `gettext` where it is shown
    icon: IconName
    group: str = ""  # the untranslated heading above the section; empty for the dashboard


PEOPLE: Final = noop("People")
CONTENT: Final = noop("Content")
MONETIZATION: Final = noop("Monetization")
SETTINGS: Final = noop("Settings")
SYSTEM: Final = noop("Operations")
GROUPS: Final = ("", PEOPLE, CONTENT, MONETIZATION, SETTINGS, SYSTEM)

NAV_ITEMS: Final = (
    NavItem(DASHBOARD, noop("Dashboard"), "home"),
    NavItem("communities", noop("Communities"), "users", CONTENT),
    NavItem("posts", noop("Posts"), "list", CONTENT),
    NavItem("comments", noop("Comments"), "comment", CONTENT),
    NavItem("reports", noop("Reports"), "flag", CONTENT),
    NavItem("media", noop("Media"), "image", CONTENT),
    NavItem("users", noop("Users"), "users", PEOPLE),
    NavItem("invitations", noop("Invitations"), "user_plus", PEOPLE),
    NavItem("settings/general", noop("General"), "settings", SETTINGS),
    NavItem("settings/content", noop("Posts and comments"), "comment", SETTINGS),
    NavItem("settings/auth", noop("Sign-in"), "key", SETTINGS),
    NavItem("settings/cookie-consent", noop("Cookie consent"), "shield", SETTINGS),
    NavItem("admin-permissions", noop("Administrators"), "shield", PEOPLE),
    NavItem("audit-log", noop("Audit log"), "history", SYSTEM),
    NavItem("like-reactions", noop("Reactions"), "react", CONTENT),
    NavItem("jobs", noop("Jobs"), "schedule", SYSTEM),
    NavItem("mail", noop("Email"), "mail", SYSTEM),
    NavItem("top-users", noop("Top authors"), "trophy", CONTENT),
    NavItem("subscription-payment-provider", noop("Payment provider"), "credit_card", MONETIZATION),
    NavItem("subscription-prices", noop("Plans"), "wallet", MONETIZATION),
    NavItem("subscription-features", noop("Features"), "sparkles", MONETIZATION),
    NavItem("subscription-modal", noop("Subscription offer"), "eye", MONETIZATION),
    NavItem("user-subscriptions", noop("Subscriptions"), "star", MONETIZATION),
    NavItem("subscription-payments", noop("Payments"), "list_ordered", MONETIZATION),
    NavItem("subscription-invoices", noop("Invoices"), "book", MONETIZATION),
    NavItem("advertisements", noop("Advertising"), "megaphone", MONETIZATION),
)
_ITEMS_BY_CODE: Final = {item.code: item for item in NAV_ITEMS}


def get_nav_item(code: str) -> NavItem:
    return _ITEMS_BY_CODE[code]
