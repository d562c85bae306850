"""Functions that check and use an invitation when someone registers."""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import errors, events, ids
from community.domain.accounts.events import InvitationUsed
from community.domain.accounts.invitations import policies
from community.i18n import gettext as _, noop
from community.models import Invitation, InvitationUse

# A token cannot be guessed, so a caller that has one may know the state of its invitation.
_PROBLEMS = {
    "unknown": noop("This invitation link is not valid. Ask for a new one."),
    "revoked": noop("This invitation was revoked. Ask for a new one."),
    "used_up": noop("This invitation was already used. Ask for a new one."),
    "expired": noop("This invitation has expired. Ask for a new one."),
}


async def find_problem(session: AsyncSession, token: str) -> str:
    """Return why the invitation with this token cannot be used, or "" if it can."""
    row = await _find(session, hash_token(token))
    status = "unknown" if row is None else policies.get_status(row)
    return "" if status == "active" else _(_PROBLEMS[status])


def hash_token(token: str) -> str:
    """Return the hash that the database contains, or "" without a token."""
    return ids.hash_token(token[: policies.MAX_TOKEN_LENGTH]) if token else ""


async def find_usable(
    session: AsyncSession, *, token_hash: str, email: str, at: datetime | None = None
) -> Invitation:
    """Return the invitation with which a user with this email can register.

    Args:
        at: When the user asked for the account, if they had to confirm their email first. The
            invitation may have expired since then. None for now.

    Raises:
        PermissionDenied: There is no token (`invitation_required`), or its invitation cannot be
            used (`invitation_invalid`). `details` has the reason.
    """
    if not token_hash:
        raise errors.PermissionDenied(
            _("You need an invitation to create an account."), code="invitation_required"
        )
    row = await _find(session, token_hash)
    status = "unknown" if row is None else policies.get_status(row, at)
    if row is None or status != "active":
        raise _make_error(status)
    if row.email and row.email.lower() != email.lower():
        message = _("This invitation is for another email.")
        raise errors.PermissionDenied(
            message,
            code="invitation_invalid",
            field_errors={"email": [message]},
            details={"reason": "other_email"},
        )
    return row


async def redeem(
    session: AsyncSession, *, token_hash: str, email: str, at: datetime | None = None
) -> int:
    """Use one place of an invitation and return its id.

    Of concurrent callers, only as many succeed as there are places. A place is free again if the
    transaction fails.
    """
    row = await find_usable(session, token_hash=token_hash, email=email, at=at)
    # The condition is checked again, because another transaction may have used the last place.
    used_id = await session.scalar(
        update(Invitation)
        .where(col(Invitation.id) == row.id, policies.has_status("active", at))
        .values(uses_count=col(Invitation.uses_count) + 1)
        .returning(col(Invitation.id))
        .execution_options(synchronize_session=False)
    )
    if used_id is None:
        await session.refresh(row)
        raise _make_error(policies.get_status(row, at))
    return used_id


async def record_use(session: AsyncSession, *, invitation_id: int, user_id: int) -> None:
    """Store that an account was created with an invitation that `redeem` returned."""
    session.add(InvitationUse(invitation_id=invitation_id, user_id=user_id))
    await session.flush()
    events.record(session, InvitationUsed(invitation_id, user_id))


async def _find(session: AsyncSession, token_hash: str) -> Invitation | None:
    """Return the invitation with this token. Known and unknown tokens take one indexed query."""
    query = select(Invitation).where(col(Invitation.token_hash) == token_hash)
    return (await session.scalars(query)).one_or_none()


def _make_error(status: str) -> errors.PermissionDenied:
    return errors.PermissionDenied(
        _(_PROBLEMS[status]), code="invitation_invalid", details={"reason": status}
    )
