"""The check that a ban was not made while an action of the user was running."""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor, make_banned_error
from community.domain.accounts import policies
from community.models import User


async def ensure_not_banned_meanwhile(session: AsyncSession, actor: Actor) -> None:
    """Check that the actor has not been banned since their request was authenticated.

    An action that stores content calls this at its end, after it has locked all other rows. The
    lock lets a ban wait for the action, and the action for a ban that has begun. Therefore the
    content is older than the ban, or is not stored.

    Raises:
        PermissionDenied: The actor is banned. The error code is `banned`.
    """
    if actor.user_id is None:  # an operator or a job
        return
    query = (
        select(User.banned_at, User.banned_until, User.ban_reason)
        .where(col(User.id) == actor.user_id)
        .with_for_update(read=True)
    )
    row = (await session.execute(query)).one_or_none()
    if row is not None and policies.is_ban_in_force(row.banned_at, row.banned_until):
        banned = replace(
            actor,
            banned_at=row.banned_at,
            banned_until=row.banned_until,
            ban_reason=row.ban_reason,
        )
        raise make_banned_error(banned)
