"""Changes of the moderation status of a comment, each with a record of who made it and why."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.domain.comments import counters
from community.domain.comments.events import (
    CommentHeld,
    CommentHidden,
    CommentPosted,
    CommentUnhidden,
)
from community.models import Comment, CommentModeration


async def hide(
    session: AsyncSession,
    comment: Comment,
    status: str,
    *,
    actor_id: int | None,
    reason: str = "",
    rule: str = "",
) -> None:
    """Set the status `deleted` or `on_moderation`. The ancestors must be locked."""
    before = comment.moderation_status
    await set_hidden_status(session, comment, status, actor_id=actor_id)
    _add_record(session, comment, before, actor_id=actor_id, reason=reason, rule=rule)
    if status == "on_moderation":
        events.record(session, CommentHeld(comment.id, comment.post_id))


async def publish(
    session: AsyncSession, comment: Comment, *, actor_id: int, reason: str = ""
) -> None:
    """Set the status `published`. The ancestors must be locked."""
    before = comment.moderation_status
    await set_published_status(session, comment)
    _add_record(session, comment, before, actor_id=actor_id, reason=reason)


def hold_new(session: AsyncSession, comment: Comment, rule: str) -> None:
    """Hold a comment that is being sent. Counters do not include it, and no user is notified."""
    comment.moderation_status = "on_moderation"
    comment.awaits_first_publication = True
    _add_record(session, comment, "", actor_id=None, rule=rule)
    events.record(session, CommentHeld(comment.id, comment.post_id))


async def set_hidden_status(
    session: AsyncSession, comment: Comment, status: str, *, actor_id: int | None = None
) -> None:
    """Set the status `deleted` or `on_moderation`, and unpin the comment.

    If the comment was published, update the counters and record a `CommentHidden` event.

    Args:
        actor_id: The user who deletes the comment.
    """
    was_published = comment.moderation_status == "published"
    if status == "deleted":
        comment.status_before_deletion = comment.moderation_status
        comment.deleted_at, comment.deleted_by_id = clock.now(), actor_id
    else:
        _clear_deletion(comment)
    comment.moderation_status, comment.cleanup_id = status, None
    comment.version += 1
    comment.pinned_at = None
    if was_published:
        await counters.remove_comment_from_counters(session, comment)
        events.record(session, CommentHidden(comment.id, comment.post_id))


async def set_published_status(session: AsyncSession, comment: Comment) -> None:
    """Set the status `published`, update the counters, and record an event.

    If the comment was never published before, the event is `CommentPosted`, so that the same users
    are notified as if the comment was sent now.
    """
    _clear_deletion(comment)
    comment.moderation_status, comment.cleanup_id = "published", None
    comment.version += 1
    await counters.add_comment_to_counters(session, comment)
    if comment.awaits_first_publication:
        comment.awaits_first_publication = False
        posted = CommentPosted(comment.id, comment.post_id, comment.parent_id, comment.author_id)
        events.record(session, posted)
    else:
        events.record(session, CommentUnhidden(comment.id, comment.post_id))


def _add_record(
    session: AsyncSession,
    comment: Comment,
    status_before: str,
    *,
    actor_id: int | None,
    reason: str = "",
    rule: str = "",
) -> None:
    session.add(
        CommentModeration(
            comment_id=comment.id,
            actor_id=actor_id,
            status_before=status_before,
            status=comment.moderation_status,
            reason=reason,
            rule=rule,
        )
    )


def _clear_deletion(comment: Comment) -> None:
    comment.deleted_at = comment.deleted_by_id = comment.status_before_deletion = None
