"""Actions that subscribe users to new posts and new comments, or unsubscribe them.

Users who watch a post are subscribed to new comments on this post. All functions raise
`PermissionDenied` for guests, and return False if nothing changed. Authors and communities are
given as ids or slugs; if they do not exist, the functions raise `NotFound`.
"""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete

from community.core.actor import Actor
from community.core.db.statements import insert
from community.core.errors import Invalid
from community.domain import communities, follows, people, posts
from community.i18n import gettext as _
from community.models import NotificationSubscription, PostWatch


async def subscribe_to_author(session: AsyncSession, actor: Actor, *, author: int | str) -> bool:
    """Subscribe the actor to new posts by an author.

    Raise `PermissionDenied` if one of the two users ignores the other (`ignored`).
    """
    assert actor.id
    user = await people.get_user(session, author)
    if actor.is_user(user.id):
        raise Invalid.for_field("author", _("You can't subscribe to your own posts."))
    await follows.ensure_not_ignored(session, actor, user.id)
    return await _subscribe(session, actor, author_id=user.id)


async def unsubscribe_from_author(
    session: AsyncSession, actor: Actor, *, author: int | str
) -> bool:
    user = await people.get_user(session, author)
    return await _unsubscribe(session, actor, author_id=user.id)


async def subscribe_to_community(
    session: AsyncSession, actor: Actor, *, community: int | str
) -> bool:
    assert actor.id
    row = await communities.get_community(session, community)
    return await _subscribe(session, actor, community_id=row.id)


async def unsubscribe_from_community(
    session: AsyncSession, actor: Actor, *, community: int | str
) -> bool:
    row = await communities.get_community(session, community)
    return await _unsubscribe(session, actor, community_id=row.id)


async def watch(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
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
    """Unsubscribe the actor from new comments on a post, even if they can no longer see it."""
    deleted = await session.execute(
        delete(PostWatch)
        .where(col(PostWatch.post_id) == post_id, col(PostWatch.user_id) == actor.id)
        .returning(col(PostWatch.user_id))
    )
    return deleted.first() is not None


async def _subscribe(session: AsyncSession, actor: Actor, **target: int) -> bool:
    added = await session.execute(
        insert(session, NotificationSubscription)
        .values(user_id=actor.id, **target)
        .on_conflict_do_nothing()
        .returning(NotificationSubscription.id)
    )
    return added.first() is not None


async def _unsubscribe(session: AsyncSession, actor: Actor, **target: int) -> bool:
    conditions: list[Any] = [
        col(getattr(NotificationSubscription, name)) == value for name, value in target.items()
    ]
    deleted = await session.execute(
        delete(NotificationSubscription)
        .where(col(NotificationSubscription.user_id) == actor.id, *conditions)
        .returning(col(NotificationSubscription.id))
    )
    return deleted.first() is not None
