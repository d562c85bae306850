"""Functions that publish or hide comments and update the stored counters of comments and posts.

To prevent deadlocks, every transaction locks comments in the same order: a parent before its
replies, and the post last. Before a caller hides a comment, it must lock the ancestors of the
comment and then the comment.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.domain import posts
from community.domain.comments.events import CommentHidden, CommentPosted, CommentUnhidden
from community.domain.comments.locking import lock_ancestors
from community.domain.comments.policies import is_visible
from community.domain.comments.tree import update_scores
from community.models import Comment


async def add_comment_to_counters(session: AsyncSession, comment: Comment) -> None:
    await _adjust_counters(session, comment, delta=1, was_visible=comment.descendants_count > 0)


async def hide_comment(session: AsyncSession, comment: Comment, hidden_status: str) -> None:
    """Set a status that hides the comment, and unpin the comment.

    If the comment was published, update the counters and record a `CommentHidden` event.
    """
    was_published = comment.moderation_status == "published"
    comment.moderation_status, comment.cleanup_id = hidden_status, None
    comment.version += 1
    comment.pinned_at = None
    if was_published:
        await _adjust_counters(session, comment, delta=-1, was_visible=True)
        events.record(session, CommentHidden(comment.id, comment.post_id))


async def unhide_comment(session: AsyncSession, comment: Comment) -> None:
    """Set the status `published`, update the counters, and record an event.

    If the comment was never published before, the event is `CommentPosted`, so that the same users
    are notified as if the comment was sent now.
    """
    comment.moderation_status, comment.cleanup_id = "published", None
    comment.version += 1
    await add_comment_to_counters(session, comment)
    if comment.awaits_first_publication:
        comment.awaits_first_publication = False
        posted = CommentPosted(comment.id, comment.post_id, comment.parent_id, comment.author_id)
        events.record(session, posted)
    else:
        events.record(session, CommentUnhidden(comment.id, comment.post_id))


def set_reaction_counts(comment: Comment, counts: dict[str, int]) -> None:
    comment.reactions = dict(counts)
    comment.reactions_count = sum(counts.values())
    update_scores(comment)


async def _adjust_counters(
    session: AsyncSession, comment: Comment, *, delta: int, was_visible: bool
) -> None:
    """Add `delta` to the comment counters of all ancestors and of the post.

    The function also updates `replies_count`, the number of direct replies that readers see.
    Readers see a deleted comment, without its text, while it has a published descendant. If
    `comment` is the only published descendant of a deleted parent, the parent appears or
    disappears too. The `replies_count` of the grandparent then changes as well.

    Args:
        delta: 1 if the comment was published, -1 if the comment was hidden.
        was_visible: Whether readers saw the comment in the thread before its status changed.
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
