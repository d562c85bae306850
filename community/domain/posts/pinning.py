"""One post on top of a profile, one on top of a community."""

from sqlalchemy import ColumnElement, and_, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, NotAllowed
from community.core.locks import HELD, one_at_a_time
from community.domain.posts import policies, queries
from community.models import Post


async def pin(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Put a post on top of the place where it stands, instead of the one that was there.

    Returns:
        Whether anything changed.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: banned people; on a profile everybody but its owner, in a community all but its
            moderators.
        Conflict: it is not published.
    """
    await _hold_top(session, await queries.get_readable(session, actor, post_id))
    post = await _get_pinnable(session, actor, post_id)
    if post.status != "published":
        raise Conflict("Publish the post first.")
    if post.pinned_at is not None:
        return False
    await session.execute(
        update(Post)
        .where(_same_place(post), col(Post.pinned_at).is_not(None))
        .values(pinned_at=None)
        .execution_options(synchronize_session=False)
    )
    post.pinned_at = clock.now()
    await session.flush()
    return True


async def unpin(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Take a post from the top.

    Returns:
        Whether anything changed.
    """
    post = await _get_pinnable(session, actor, post_id)
    if post.pinned_at is None:
        return False
    post.pinned_at = None
    await session.flush()
    return True


async def _get_pinnable(session: AsyncSession, actor: Actor, post_id: int) -> Post:
    post = await queries.get_for_change(session, actor, post_id)
    policies.ensure_may_write(actor)
    own = post.community_id is None and actor.is_person(post.author_id)
    if not own and not await queries.may_moderate(session, actor, post):
        raise NotAllowed("You cannot choose what stands on top here.")
    return post


async def _hold_top(session: AsyncSession, post: Post) -> None:
    """One at a time chooses what stands on top of the place of a post. It is held with what stands
    there now, lower id first, so that nobody waits in a circle.
    """
    place = f"community {post.community_id}" if post.community_id else f"profile {post.author_id}"
    await one_at_a_time(session, f"pinned post of {place}")
    pinned = and_(_same_place(post), col(Post.pinned_at).is_not(None))
    await session.execute(
        select(Post.id)
        .where(or_(pinned, col(Post.id) == post.id))
        .order_by(col(Post.id))
        .with_for_update(**HELD)
    )


def _same_place(post: Post) -> ColumnElement[bool]:
    if post.community_id is not None:
        return col(Post.community_id) == post.community_id
    return and_(col(Post.community_id).is_(None), col(Post.author_id) == post.author_id)
