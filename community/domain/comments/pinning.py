"""Actions that pin and unpin comments. Each thread has at most one pinned comment."""

from sqlalchemy import or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain.comments import counters, policies
from community.domain.comments.events import CommentPinChanged
from community.domain.comments.threads import queries
from community.i18n import gettext as _
from community.models import Comment, Post


async def pin(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    """Pin a comment to the top of its thread and unpin the previously pinned comment.

    Raise `Conflict` if the comment is not published.
    """
    post_id = (await queries.get_readable(session, actor, comment_id)).post_id
    await acquire_advisory_lock(session, f"pinned comment of {post_id}")
    pinned = await counters.lock_comments(
        session,
        col(Comment.post_id) == post_id,
        or_(col(Comment.pinned_at).is_not(None), col(Comment.id) == comment_id),
    )
    comment, post = await queries.get_for_update(session, actor, comment_id)
    await _ensure_may_pin(session, actor, comment, post)
    if comment.pinned_at is not None:
        return False
    for row in pinned:
        row.pinned_at = None
    await session.flush()
    comment.pinned_at = clock.now()
    events.record(session, CommentPinChanged(comment.id, post.id))
    return True


async def unpin(session: AsyncSession, actor: Actor, *, comment_id: int) -> bool:
    comment, post = await queries.get_for_update(session, actor, comment_id)
    await _ensure_may_pin(session, actor, comment, post)
    if comment.pinned_at is None:
        return False
    comment.pinned_at = None
    events.record(session, CommentPinChanged(comment.id, post.id))
    return True


async def pin_again(session: AsyncSession, comment: Comment) -> None:
    """Pin a locked comment that is published again, unless another one was pinned since."""
    query = select(Comment.id).where(
        col(Comment.post_id) == comment.post_id, col(Comment.pinned_at).is_not(None)
    )
    if await session.scalar(query) is None:
        comment.pinned_at = clock.now()
        events.record(session, CommentPinChanged(comment.id, comment.post_id))


async def _ensure_may_pin(
    session: AsyncSession, actor: Actor, comment: Comment, post: Post
) -> None:
    policies.ensure_not_banned(actor)
    can_moderate = await policies.may_moderate(session, actor, comment, post)
    if not (can_moderate or actor.is_user(post.author_id)):
        raise errors.PermissionDenied(
            _("Only the author of the post or a moderator can pin comments.")
        )
    if not policies.may_pin(
        actor, comment, post_author_id=post.author_id, can_moderate=can_moderate
    ):
        raise errors.Conflict(_("Only published comments can be pinned."))
