"""Numbers that must equal their rows, changed with them.

Rows are always held from the root downwards (`holding.py`) and the post last, so two writers cannot
wait for each other: whoever takes a comment away holds what is above it first.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import events
from community.domain import posts
from community.domain.comments.events import CommentHidden, CommentShown
from community.domain.comments.holding import hold_above
from community.domain.comments.policies import is_shown
from community.domain.comments.thread import rescore
from community.models import Comment


async def enter(session: AsyncSession, comment: Comment) -> None:
    """A comment that is now published counts for everything above it."""
    await _count(session, comment, by=1, was_shown=comment.descendants_count > 0)


async def hide(session: AsyncSession, comment: Comment, status: str) -> None:
    """Take a comment out of `published` (or move one that was out already)."""
    was_published = comment.moderation_status == "published"
    comment.moderation_status = status
    comment.version += 1
    comment.pinned_at = None
    if was_published:
        await _count(session, comment, by=-1, was_shown=True)
        events.record(session, CommentHidden(comment.id, comment.post_id))


async def show(session: AsyncSession, comment: Comment) -> None:
    """Bring a comment back to `published`."""
    comment.moderation_status = "published"
    comment.version += 1
    await enter(session, comment)
    events.record(session, CommentShown(comment.id, comment.post_id))


def set_reactions(comment: Comment, counts: dict[str, int]) -> None:
    """Keep the counts of the reactions and what is computed from them."""
    comment.reactions = dict(counts)
    comment.reactions_count = sum(counts.values())
    rescore(comment)


async def _count(session: AsyncSession, comment: Comment, *, by: int, was_shown: bool) -> None:
    above = await hold_above(session, comment)
    shown_before = {each.id: is_shown(each) for each in above}
    for each in above:
        each.descendants_count += by
        rescore(each)
    below_changed = int(is_shown(comment)) - int(was_shown)
    for parent in reversed(above):
        if not below_changed:
            break
        parent.replies_count += below_changed
        below_changed = int(is_shown(parent)) - int(shown_before[parent.id])
    await session.flush()
    await posts.count_comment(session, comment.post_id, by)
