"""The site settings that refuse or hold what new and unverified accounts write.

They do not apply to administrators, and not to moderators who comment in their community.
"""

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from community.core import clock
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain.site.definitions import ContentSettings
from community.i18n import gettext as _
from community.i18n import noop
from community.i18n.formats import format_relative_time

ContentKind: TypeAlias = Literal["post", "comment"]

_UNVERIFIED_TEXTS: Final = {
    "post": noop("Confirm your email to post."),
    "comment": noop("Confirm your email to comment."),
}
_NEW_ACCOUNT_TEXTS: Final = {
    # Translators: {time} is for example "in 5 h" or "12 Nov".
    "post": noop("Your account is too new to post. Try again {time}."),
    # Translators: {time} is for example "in 5 h" or "12 Nov".
    "comment": noop("Your account is too new to comment. Try again {time}."),
}


def find_account_restriction(
    actor: Actor, content: ContentSettings, kind: ContentKind
) -> PermissionDenied | None:
    """Return an error with the reason why the account may not post or comment yet, or None."""
    if content.unverified_comments == "refuse" and not actor.is_email_verified:
        return PermissionDenied(_(_UNVERIFIED_TEXTS[kind]), code="email_unverified")
    established_at = _find_establishment(actor, content)
    if established_at is None or content.new_account_comments != "refuse":
        return None
    return PermissionDenied(
        _(_NEW_ACCOUNT_TEXTS[kind], time=format_relative_time(established_at, clock.now())),
        code="account_too_new",
        details={"available_at": clock.format_iso(established_at)},
    )


def is_new_account(actor: Actor, content: ContentSettings) -> bool:
    """Return whether the account is younger than the site wants it for content."""
    return _find_establishment(actor, content) is not None


def find_account_hold(actor: Actor, content: ContentSettings) -> str:
    """Return the rule that holds what the account writes, or an empty string."""
    if content.unverified_comments == "hold" and not actor.is_email_verified:
        return "unverified_email"
    is_held = is_new_account(actor, content) and content.new_account_comments == "hold"
    return "new_account" if is_held else ""


def is_restricted(actor: Actor, content: ContentSettings) -> bool:
    """Return whether the rules for new or unverified accounts apply to the account."""
    is_unverified = content.unverified_comments != "allow" and not actor.is_email_verified
    return is_unverified or is_new_account(actor, content)


def _find_establishment(actor: Actor, content: ContentSettings) -> datetime | None:
    """Return when the account stops being new, or None if it is not new."""
    if actor.joined_at is None:
        return None
    established_at = actor.joined_at + timedelta(hours=content.comments_need_account_hours)
    return established_at if clock.now() < established_at else None
