"""Deleting posts, and bringing them back."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import NotAllowed
from community.domain.posts import policies, queries
from community.domain.posts.events import PostDeleted, PostRestored
from community.domain.posts.publishing import withdraw


async def delete(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Delete a post; for a while it can be restored.

    Returns:
        Whether anything changed: deleting twice does nothing.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: everybody but its author and administrators.
    """
    post = await queries.get_for_change(session, actor, post_id, also="deleted")
    if post.status == "deleted":
        return False
    if not policies.may_delete(actor, post):
        raise NotAllowed("Only its author can delete a post.")
    was_published = post.status == "published"
    await withdraw(session, actor, post, status="deleted")
    post.deleted_at = clock.now()
    await session.flush()
    events.record(session, PostDeleted(post.id, post.author_id, actor.id, was_published))
    return True


async def restore(session: AsyncSession, actor: Actor, *, post_id: int) -> bool:
    """Bring a deleted post back to its author, who decides whether to publish it again.

    Returns:
        Whether anything changed.

    Raises:
        NotFound: it is not there for this actor.
        NotAllowed: somebody else deleted it, or too long ago.
    """
    post = await queries.get_for_change(session, actor, post_id, also="deleted")
    if post.status != "deleted":
        return False
    if not policies.may_restore(actor, post):
        raise NotAllowed("This post cannot be restored any more.")
    post.status = "draft" if post.published_at is None else "unpublished"
    post.deleted_at = post.withdrawn_by_id = None
    await session.flush()
    events.record(session, PostRestored(post.id, post.author_id, actor.id))
    return True
