"""Functions that read the email of an account and its pending change."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.domain.accounts import policies
from community.domain.accounts.email_changes.schemas import AccountEmail, PendingEmailChange
from community.models import EmailChange, User


async def get_email(session: AsyncSession, actor: Actor) -> AccountEmail:
    """Return the actor's email.

    Raises:
        PermissionDenied: The actor uses an access token.
    """
    policies.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id)
    row = await find_change(session, user.id)
    return AccountEmail(
        email=user.email,
        is_verified=user.email_verified_at is not None,
        is_undeliverable=user.email_undeliverable_at is not None,
        pending=None if row is None else to_view(row),
    )


async def find_change(session: AsyncSession, user_id: int) -> EmailChange | None:
    """Return the change of the user's email that has not expired, or None."""
    row: EmailChange | None = await session.scalar(
        select(EmailChange).where(
            col(EmailChange.user_id) == user_id, col(EmailChange.expires_at) > clock.now()
        )
    )
    return row


def to_view(row: EmailChange) -> PendingEmailChange:
    return PendingEmailChange(
        email=row.email,
        is_old_required=row.is_old_required,
        is_old_confirmed=row.old_confirmed_at is not None,
        is_new_confirmed=row.new_confirmed_at is not None,
        expires_at=row.expires_at,
    )
