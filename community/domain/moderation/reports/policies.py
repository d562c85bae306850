"""Who may report what, and limits of reports."""

from datetime import timedelta
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from community.core.actor import Actor, make_banned_error
from community.core.errors import Invalid, PermissionDenied
from community.core.text.normalization import clean_text
from community.domain.people.policies import may_report
from community.i18n import gettext as _, noop

# The section of the Admin Panel whose administrators see and close reports.
SECTION: Final = "reports"
# Enough to explain a case, and short enough to read many.
TEXT_MAX_LENGTH: Final = 1_000
# The copies of private messages are erased this long after the report was closed, when a decision
# is no longer disputed.
MESSAGES_RETENTION: Final = timedelta(days=30)
# Guests have no account that distinguishes their reports of an advertisement.
MAX_OPEN_OF_GUESTS: Final = 20
# As much of the reported text as one needs to recognize it.
EXCERPT_LENGTH: Final = 200

TargetKind: TypeAlias = Literal["user", "post", "comment", "message", "advertisement"]
ReportOutcome: TypeAlias = Literal["resolved", "rejected"]


class ReportReason(StrEnum):
    """The rule that the reported object breaks."""

    SPAM = "spam"
    HARASSMENT = "harassment"
    HATE = "hate"
    VIOLENCE = "violence"
    SEXUAL = "sexual"
    MISINFORMATION = "misinformation"
    IMPERSONATION = "impersonation"
    OTHER = "other"


_OWN_MESSAGES: Final[dict[TargetKind, str]] = {
    "user": noop("You can't report yourself."),
    "post": noop("You can't report your own post."),
    "comment": noop("You can't report your own comment."),
    "message": noop("You can't report your own message."),
}


def ensure_may_report(actor: Actor, kind: TargetKind, *, user_id: int) -> None:
    """Check that the actor may report an object of the user.

    The caller must also check that the actor can read the object.
    """
    if actor.id:
        ensure_not_banned(actor)
    if not may_report(actor, user_id):
        raise Invalid(_(_OWN_MESSAGES[kind]))


def ensure_not_banned(actor: Actor) -> None:
    """Raise `PermissionDenied` if the actor is banned. Guests may report advertisements."""
    if actor.banned_at is not None:
        raise make_banned_error(actor)


def ensure_may_close(actor: Actor, *, user_id: int | None) -> None:
    """Check that the actor may close reports about the user.

    Raise `PermissionDenied` if the actor has no access to the section, or is the user.
    """
    actor.ensure_section(SECTION)
    if actor.is_user(user_id):
        raise PermissionDenied(_("You can't close reports about yourself."))


def clean_report_text(reason: ReportReason, text: str) -> str:
    """Return the normalized text, which the reason `other` requires."""
    cleaned = clean_text(text, field="text", max_length=TEXT_MAX_LENGTH)
    if reason is ReportReason.OTHER and not cleaned:
        raise Invalid.for_field("text", _("Describe what is wrong."))
    return cleaned
