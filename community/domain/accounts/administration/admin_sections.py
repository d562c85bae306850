"""The sections of the Admin Panel, and the rules for who may change who opens them."""

from collections.abc import Collection

from community.core.actor import ALL_SECTIONS, DASHBOARD, Actor
from community.core.errors import Conflict, Invalid, PermissionDenied
from community.i18n import gettext as _

# Each code is the path of the section below `/admin-panel/`.
SECTIONS = (
    "settings/general",
    "settings/content",
    "settings/auth",
    "settings/cookie-consent",
    "like-reactions",
    "top-users",
    "users",
    "invitations",
    "admin-permissions",
    "communities",
    "posts",
    "comments",
    "reports",
    "media",
    "jobs",
    "mail",
    "audit-log",
    "subscription-payment-provider",
    "subscription-prices",
    "subscription-features",
    "user-subscriptions",
    "subscription-payments",
    "subscription-invoices",
    "subscription-modal",
    "advertisements",
)
PERMISSIONS = "admin-permissions"
USERS = "users"


def list_sections(actor: Actor) -> list[str]:
    return [code for code in (DASHBOARD, *SECTIONS) if actor.has_section(code)]


def ensure_may_manage_roles(actor: Actor) -> None:
    """Check that the actor may open one of the sections that grant and revoke roles."""
    if not actor.has_section(USERS):
        actor.ensure_section(PERMISSIONS)


def clean_sections(codes: Collection[str]) -> frozenset[str]:
    """Return the codes as a set. All sections together with other codes are all sections."""
    if unknown := set(codes) - {ALL_SECTIONS, *SECTIONS}:
        message = _("There is no section “{code}”.", code=min(unknown)[:60])
        raise Invalid.for_field("sections", message)
    return frozenset({ALL_SECTIONS}) if ALL_SECTIONS in codes else frozenset(codes)


def ensure_may_change(
    actor: Actor, user_id: int, before: Collection[str], after: Collection[str]
) -> None:
    """Check that the actor may replace the sections `before` of a user by `after`.

    Full administrators may grant everything. Others may grant and take away only sections that they
    have, and may not change full administrators. Administrators cannot raise their own rights.
    """
    ensure_may_manage_roles(actor)
    if actor.is_user(user_id) and not _covers(before, after):
        raise PermissionDenied(_("You can't give yourself more permissions."))
    if actor.is_full_admin:
        return
    if ALL_SECTIONS in before:
        raise PermissionDenied(_("Only full administrators can change full administrators."))
    if not _covers(actor.sections, set(before) ^ set(after)):
        raise PermissionDenied(_("You can only grant and remove permissions that you have."))


def make_last_full_admin_error() -> Conflict:
    return Conflict(
        _("This is the last full administrator. Make someone else a full administrator first.")
    )


def _covers(sections: Collection[str], others: Collection[str]) -> bool:
    return ALL_SECTIONS in sections or set(others) <= set(sections)
