"""What moderation contributes to the clean-up of what a user wrote."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import accounts, people
from community.domain.moderation import policies
from community.domain.moderation.bans import get_current_sanction
from community.domain.moderation.locking import lock_managed_user
from community.models import User


async def lock_user_for_cleanup(session: AsyncSession, actor: Actor, user_id: int) -> User:
    """Lock a user, and check that the actor may clean up what they wrote.

    Raises:
        PermissionDenied: The actor may not ban the user, or has not confirmed their password.
        Conflict: The user is the last full administrator.
    """
    user = await lock_managed_user(session, actor, user_id)
    policies.ensure_confirmed(actor)
    await accounts.ensure_not_last_full_administrator(session, user)
    return user


async def find_sanction_id(session: AsyncSession, user: User) -> int | None:
    sanction = await get_current_sanction(session, user)
    return None if sanction is None else sanction.id


async def find_ban_mark(session: AsyncSession, *, user_id: int) -> str:
    """Return a text that differs for each ban of a user, or "" if they are not banned."""
    users = await people.lock_users(session, [user_id])
    sanction_id = await find_sanction_id(session, users[user_id]) if users else None
    return "" if sanction_id is None else str(sanction_id)
