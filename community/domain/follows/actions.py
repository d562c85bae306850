"""Following and ignoring people. The counts on both change with the rows, in one transaction."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import events
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.locks import HELD
from community.domain.follows import policies
from community.domain.follows.events import Followed, Ignored, Unfollowed, Unignored
from community.models import Follow, Ignore, User


async def follow(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    """Have somebody's posts in one's Personal feed.

    Returns:
        Whether anything changed: following twice does nothing.

    Raises:
        NotFound: there is nobody with that id.
        NotAllowed: guests, banned people, `ignored`.
        Invalid: oneself.
    """
    policies.ensure_may_follow(actor, user_id)
    people = await _locked(session, actor, user_id)
    await policies.ensure_not_ignored(session, actor, user_id)
    if await session.get(Follow, (actor.id, user_id)) is not None:
        return False
    session.add(Follow(follower_id=actor.id, followed_id=user_id))
    _count(people, follower_id=actor.id, followed_id=user_id, by=1)
    await session.flush()
    events.record(session, Followed(actor.id, user_id))
    return True


async def unfollow(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    """Take somebody's posts out of one's Personal feed.

    Returns:
        Whether anything changed.
    """
    people = await _locked(session, actor, user_id)
    return await _part(session, people, follower_id=actor.id, followed_id=user_id)


async def ignore(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    """Put somebody on one's ignore list; neither follows the other afterwards.

    Returns:
        Whether anything changed.

    Raises:
        NotFound: there is nobody with that id.
        Invalid: oneself.
    """
    policies.ensure_may_ignore(actor, user_id)
    people = await _locked(session, actor, user_id)
    if await session.get(Ignore, (actor.id, user_id)) is not None:
        return False
    session.add(Ignore(user_id=actor.id, ignored_id=user_id))
    await _part(session, people, follower_id=actor.id, followed_id=user_id)
    await _part(session, people, follower_id=user_id, followed_id=actor.id)
    await session.flush()
    events.record(session, Ignored(actor.id, user_id))
    return True


async def unignore(session: AsyncSession, actor: Actor, *, user_id: int) -> bool:
    """Take somebody off one's ignore list. Follows that ended with it do not come back.

    Returns:
        Whether anything changed.
    """
    row = await session.get(Ignore, (actor.id, user_id))
    if row is None:
        return False
    await session.delete(row)
    await session.flush()
    events.record(session, Unignored(actor.id, user_id))
    return True


async def _locked(session: AsyncSession, actor: Actor, user_id: int) -> dict[int, User]:
    """Both people, held until the end of the transaction; lower id first, so that two who follow
    each other at once do not wait for each other.
    """
    rows = await session.scalars(
        select(User)
        .where(col(User.id).in_([actor.id, user_id]), col(User.deleted_at).is_(None))
        .order_by(col(User.id))
        .with_for_update(**HELD)
        .execution_options(populate_existing=True)
    )
    people = {row.id: row for row in rows}
    if user_id not in people:
        raise NotFound("There is nobody by that name.")
    return people


async def _part(
    session: AsyncSession, people: dict[int, User], *, follower_id: int, followed_id: int
) -> bool:
    row = await session.get(Follow, (follower_id, followed_id))
    if row is None:
        return False
    await session.delete(row)
    _count(people, follower_id=follower_id, followed_id=followed_id, by=-1)
    await session.flush()
    events.record(session, Unfollowed(follower_id, followed_id))
    return True


def _count(people: dict[int, User], *, follower_id: int, followed_id: int, by: int) -> None:
    people[follower_id].following_count += by
    people[followed_id].followers_count += by
