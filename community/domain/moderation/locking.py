"""Locks of the users that administrators act on, and the audit entries of the actions."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import accounts, audit, people
from community.domain.moderation import policies
from community.models import User


async def lock_user_for_deletion(session: AsyncSession, actor: Actor, user_id: int) -> User:
    """Lock a user, and check that the actor may delete the account."""
    user = await lock_managed_user(session, actor, user_id, policies.ensure_may_close)
    policies.ensure_confirmed(actor)
    return user


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


async def lock_managed_user(
    session: AsyncSession,
    actor: Actor,
    user_id: int,
    ensure_may: Callable[[Actor, User], None] = policies.ensure_may_manage,
) -> User:
    """Return a user that the actor may manage. Lock the row until the end of the transaction."""
    policies.ensure_may_moderate_users(actor)
    users = await people.lock_users(session, [user_id])
    if user_id not in users:
        raise people.make_user_not_found_error()
    ensure_may(actor, users[user_id])
    return users[user_id]


async def record(
    session: AsyncSession,
    actor: Actor,
    user: User,
    action: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    await audit.record(
        session,
        actor,
        f"user.{action}",
        target_kind="user",
        target_id=str(user.id),
        target_name=user.slug,
        before=before,
        after=after,
        reason=reason,
    )
