"""Wanting to hear of every new post of an author or a community, or every comment under a post."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete

from community.core.actor import Actor
from community.core.errors import Invalid
from community.core.upsert import insert
from community.domain import accounts, communities, follows, posts
from community.models import NotificationSubscription, PostWatch


async def subscribe_to_author(session: AsyncSession, actor: Actor, *, author: int | str) -> bool:
    """Hear of every new post of somebody, by id or slug.

    Returns:
        Whether anything changed.

    Raises:
        NotFound: there is nobody by that name.
        NotAllowed: guests, `ignored`.
        Invalid: oneself.
    """
    assert actor.id
    person = await accounts.get_user(session, author)
    if actor.is_person(person.id):
        raise Invalid.field("author", "You know of your own posts already.")
    await follows.ensure_not_ignored(session, actor, person.id)
    return await _subscribe(session, actor, author_id=person.id)


async def unsubscribe_from_author(
    session: AsyncSession, actor: Actor, *, author: int | str
) -> bool:
    """Hear of them no more."""
    person = await accounts.get_user(session, author)
    return await _unsubscribe(session, actor, author_id=person.id)


async def subscribe_to_community(
    session: AsyncSession, actor: Actor, *, community: int | str
) -> bool:
    """Hear of every new post in a community, by id or slug.

    Returns:
        Whether anything changed.

    Raises:
        NotFound: there is no such community.
        NotAllowed: guests.
    """
    assert actor.id
    place = await communities.get_community(session, community)
    return await _subscribe(session, actor, community_id=place.id)


async def unsubscribe_from_community(
    session: AsyncSession, actor: Actor, *, community: int | str
) -> bool:
    """Hear of them no more."""
    place = await communities.get_community(session, community)
    return await _unsubscribe(session, actor, community_id=place.id)


async def watch(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Hear of every comment under a post.

    Returns:
        Whether anything changed.

    Raises:
        NotFound: the post is not there for this actor.
        NotAllowed: guests.
    """
    assert actor.id
    post = await posts.get_readable(session, actor, post_id)
    added = await session.execute(
        insert(session, PostWatch)
        .values(post_id=post.id, user_id=actor.id)
        .on_conflict_do_nothing()
        .returning(PostWatch.user_id)
    )
    return added.first() is not None


async def unwatch(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Hear of them no more; that works for a post one cannot see any more, too."""
    gone = await session.execute(
        delete(PostWatch)
        .where(col(PostWatch.post_id) == post_id, col(PostWatch.user_id) == actor.id)
        .returning(col(PostWatch.user_id))
    )
    return gone.first() is not None


async def _subscribe(session: AsyncSession, actor: Actor, **target: int) -> bool:
    added = await session.execute(
        insert(session, NotificationSubscription)
        .values(user_id=actor.id, **target)
        .on_conflict_do_nothing()
        .returning(NotificationSubscription.id)
    )
    return added.first() is not None


async def _unsubscribe(session: AsyncSession, actor: Actor, **target: int) -> bool:
    rules: list[Any] = [
        col(getattr(NotificationSubscription, name)) == value for name, value in target.items()
    ]
    gone = await session.execute(
        delete(NotificationSubscription)
        .where(col(NotificationSubscription.user_id) == actor.id, *rules)
        .returning(col(NotificationSubscription.id))
    )
    return gone.first() is not None
