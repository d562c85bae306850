"""Limits of invitations, and the rules for who manages them and when they can be used."""

from datetime import datetime
from typing import Literal

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col

from community.core import clock
from community.models import Invitation

# A section of its own, so that people can be allowed to invite without access to the keys of the
# sign-in services (`settings/auth`) or to bans and personal data (`users`).
SECTION = "invitations"

NOTE_MAX_LENGTH = 200
# Enough for the members of a large organization. Every account needs an email of its own.
MAX_USES = 1_000
DEFAULT_LIFETIME_DAYS = 7
MAX_LIFETIME_DAYS = 365
# Longer than any token that the server issues.
MAX_TOKEN_LENGTH = 200

InvitationStatus = Literal["active", "used_up", "expired", "revoked"]


def get_status(invitation: Invitation, at: datetime | None = None) -> InvitationStatus:
    """Return the status of an invitation.

    Args:
        at: The time for which to check whether it had expired, instead of now.
    """
    if invitation.revoked_at is not None:
        return "revoked"
    if invitation.uses_count >= invitation.max_uses:
        return "used_up"
    if invitation.expires_at is not None and invitation.expires_at <= (at or clock.now()):
        return "expired"
    return "active"


def has_status(status: InvitationStatus, at: datetime | None = None) -> ColumnElement[bool]:
    is_revoked = col(Invitation.revoked_at).is_not(None)
    is_used_up = col(Invitation.uses_count) >= col(Invitation.max_uses)
    expires_at, now = col(Invitation.expires_at), at or clock.now()
    return {
        "revoked": is_revoked,
        "used_up": and_(~is_revoked, is_used_up),
        "expired": and_(~is_revoked, ~is_used_up, expires_at <= now),
        "active": and_(~is_revoked, ~is_used_up, or_(expires_at.is_(None), expires_at > now)),
    }[status]
