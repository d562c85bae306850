"""Stored counters of comments, updated in the transaction that publishes or hides a comment.

To prevent deadlocks, comments are always locked from the root of the thread downwards (see
`locking.py`), and the post is locked last. A caller that hides a comment must therefore lock its
ancestors before the comment.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.domain import posts
from community.domain.comments.events import CommentHidden, CommentUnhidden
from community.domain.comments.locking import lock_ancestors
from community.domain.comments.policies import is_visible
from community.domain.comments.tree import update_scores
from community.models import Comment


async def add_to_counters(session: AsyncSession, comment: Comment) -> None:
    """Add a comment that was just published to the counters of its ancestors and its post."""
    await _adjust_counters(session, comment, delta=1, was_visible=comment.descendants_count > 0)


async def hide(session: AsyncSession, comment: Comment, status: str) -> None:
    """Hide a comment by giving it a status other than `published`. Also unpin it.

    If the comment was published, update the counters and record a `CommentHidden` event.
    """
    was_published = comment.moderation_status == "published"
    comment.moderation_status = status
    comment.version += 1
    comment.pinned_at = None
    if was_published:
        await _adjust_counters(session, comment, delta=-1, was_visible=True)
        events.record(session, CommentHidden(comment.id, comment.post_id))


async def unhide(session: AsyncSession, comment: Comment) -> None:
    comment.moderation_status = "published"
    comment.version += 1
    await add_to_counters(session, comment)
    events.record(session, CommentUnhidden(comment.id, comment.post_id))


def set_reaction_counts(comment: Comment, counts: dict[str, int]) -> None:
    comment.reactions = dict(counts)
    comment.reactions_count = sum(counts.values())
    update_scores(comment)


async def _adjust_counters(
    session: AsyncSession, comment: Comment, *, delta: int, was_visible: bool
) -> None:
    """Add `delta` to the counters of all ancestors and of the post.

    `replies_count` also counts deleted comments that the thread shows without text because they
    have published descendants. Hiding the last of these descendants also removes the deleted
    comment from the thread, so the `replies_count` of its own parent changes too.
    """
    ancestors = await lock_ancestors(session, comment)
    visible_before = {ancestor.id: is_visible(ancestor) for ancestor in ancestors}
    for ancestor in ancestors:
        ancestor.descendants_count += delta
        update_scores(ancestor)
    replies_delta = int(is_visible(comment)) - int(was_visible)
    for parent in reversed(ancestors):
        if not replies_delta:
            break
        parent.replies_count += replies_delta
        replies_delta = int(is_visible(parent)) - int(visible_before[parent.id])
    await session.flush()
    await posts.adjust_comments_count(session, comment.post_id, delta)
