"""Functions that close an account when its owner deletes it, and open it again."""

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict
from community.domain.accounts import administration, administrators, mails, policies
from community.domain.accounts.deletions.events import AccountDeleted, AccountRestored
from community.domain.accounts.deletions.links import build_restore_url, use_restore_link
from community.domain.accounts.deletions.mails import build_deleted, build_restored
from community.domain.accounts.deletions.policies import (
    ContentChoice,
    ensure_may_delete,
    make_last_administrator_error,
)
from community.domain.accounts.deletions.schemas import AccountDeletion
from community.domain.accounts.queries import get_own_user
from community.models import EmailChange, User


async def close(session: AsyncSession, actor: Actor, *, content: ContentChoice) -> AccountDeletion:
    """Hide the actor from other users, end all sessions and tokens, and send a link to restore.

    Raises:
        PermissionDenied: The actor may not delete the account now (`ensure_may_delete`).
        Conflict: The actor is the last full administrator.
    """
    ensure_may_delete(actor)
    user = await get_own_user(session, actor, for_update=True)
    try:
        await administrators.ensure_not_last_full_administrator(session, user)
    except Conflict as error:
        raise make_last_administrator_error() from error
    return await close_user(session, user, content=content)


async def close_user(
    session: AsyncSession, user: User, *, content: ContentChoice, is_by_owner: bool = True
) -> AccountDeletion:
    """Close the account of a user who is locked. The caller has checked who may do it.

    Args:
        is_by_owner: Whether the user closes the account, and not an administrator.
    """
    now = clock.now()
    user.deleted_at, user.purge_at = now, now + policies.RESTORE_PERIOD
    user.content_choice = content.value
    await session.flush()
    await session.execute(delete(EmailChange).where(col(EmailChange.user_id) == user.id))
    await administration.end_all_sessions(session, user)
    message = build_deleted(
        user.name, user.purge_at, build_restore_url(user), is_by_owner=is_by_owner
    )
    await mails.send(session, "account_deleted", user, message)
    events.record(session, AccountDeleted(user.id))
    return AccountDeletion(content=content, purge_at=user.purge_at)


async def reopen(session: AsyncSession, *, token: str) -> User:
    """Undo `close` with a link or an offer. The user then signs in.

    Raises:
        Invalid: The token is not valid, has expired or was used, or the account was restored.
    """
    user = await use_restore_link(session, token)
    user.deleted_at = user.purge_at = user.content_choice = None
    await session.flush()
    await mails.send(session, "account_restored", user, build_restored(user.name))
    events.record(session, AccountRestored(user.id))
    return user


async def lock_restored(session: AsyncSession, user_id: int) -> bool:
    """Lock the row of a user. Return whether the account is active."""
    user = await session.get(User, user_id, with_for_update=True, populate_existing=True)
    return user is not None and user.deleted_at is None
