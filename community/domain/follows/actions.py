"""Actions that follow, unfollow, ignore and unignore users, and update the stored numbers."""

from dataclasses import dataclass

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events
from community.core.actor import Actor
from community.core.events import DomainEvent
from community.domain import people
from community.domain.follows import policies
from community.models import Follow, Ignore, User


@dataclass(frozen=True, slots=True)
class Followed(DomainEvent):
    follower_id: int
    followed_id: int


@dataclass(frozen=True, slots=True)
class Unfollowed(DomainEvent):
    follower_id: int
    followed_id: int


@dataclass(frozen=True, slots=True)
class Ignored(DomainEvent):
    """The user `user_id` added the user `ignored_id` to their ignore list."""

    user_id: int
    ignored_id: int


@dataclass(frozen=True, slots=True)
class Unignored(DomainEvent):
    user_id: int
    ignored_id: int


async def follow(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    """Make the actor follow a user. The actor's Personal feed then includes the user's posts.

    Raises:
        PermissionDenied: The actor is banned (`banned`), or one of the two users ignores the other
            (`ignored`).
        Invalid: The user is the actor, or the account of the assistant.
    """
    policies.ensure_may_follow(actor, user_id)
    users = await _lock_users(session, actor, user_id)
    policies.ensure_no_bot(users[user_id])
    await policies.ensure_not_ignored(session, actor, user_id)
    if await session.get(Follow, (actor.id, user_id)) is not None:
        return False
    session.add(Follow(follower_id=actor.id, followed_id=user_id))
    _adjust_counts(users, follower_id=actor.id, followed_id=user_id, delta=1)
    await session.flush()
    events.record(session, Followed(actor.id, user_id))
    return True


async def unfollow(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    users = await _lock_users(session, actor, user_id)
    return await _delete_follow(session, users, follower_id=actor.id, followed_id=user_id)


async def ignore(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    term: policies.IgnoreTerm = policies.IgnoreTerm.FOREVER,
) -> bool:
    """Add a user to the actor's ignore list, or change the term, which starts now.

    The two users stop following each other. After the term, the actor sees the user's posts and
    comments again, but the follows are not restored. Raise `Invalid` if the user is the actor.
    """
    policies.ensure_may_ignore(actor, user_id)
    users = await _lock_users(session, actor, user_id)
    row = await session.get(Ignore, (actor.id, user_id))
    is_ignoring = row is not None and not clock.is_past(row.until)
    until = term.get_end()
    if row is None:
        row = Ignore(user_id=actor.id, ignored_id=user_id)
        session.add(row)
    elif is_ignoring and row.until is None and until is None:
        return False
    row.until = until
    if not is_ignoring:
        row.created_at = clock.now()
        await _delete_follow(session, users, follower_id=actor.id, followed_id=user_id)
        await _delete_follow(session, users, follower_id=user_id, followed_id=actor.id)
    await session.flush()
    events.record(session, Ignored(actor.id, user_id))
    return True


async def unignore(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    """Remove a user from the actor's ignore list. The deleted follows are not restored."""
    row = await session.get(Ignore, (actor.id, user_id))
    if row is None:
        return False
    was_ignoring = not clock.is_past(row.until)
    await session.delete(row)
    await session.flush()
    events.record(session, Unignored(actor.id, user_id))
    return was_ignoring


async def purge_ended_ignores(session: AsyncSession) -> None:
    """Delete the rows whose term has passed. Queries already leave them out."""
    await session.execute(delete(Ignore).where(col(Ignore.until) <= clock.now()))


async def _lock_users(session: AsyncSession, actor: Actor, user_id: int) -> dict[int, User]:
    """Lock the rows of both users until the end of the transaction, and return them by id."""
    users = await people.lock_users(session, [actor.id, user_id])
    if user_id not in users:
        raise people.make_user_not_found_error()
    return users


async def _delete_follow(
    session: AsyncSession, users: dict[int, User], *, follower_id: int, followed_id: int
) -> bool:
    row = await session.get(Follow, (follower_id, followed_id))
    if row is None:
        return False
    await session.delete(row)
    _adjust_counts(users, follower_id=follower_id, followed_id=followed_id, delta=-1)
    await session.flush()
    events.record(session, Unfollowed(follower_id, followed_id))
    return True


def _adjust_counts(
    users: dict[int, User], *, follower_id: int, followed_id: int, delta: int
) -> None:
    users[follower_id].following_count += delta
    users[followed_id].followers_count += delta
