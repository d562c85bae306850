"""Changes of the moderation status of a comment, each with a record of who made it and why."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.domain.comments import counters
from community.domain.comments.events import CommentHeld
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
    if status == "deleted":
        comment.status_before_deletion = before
        comment.deleted_at, comment.deleted_by_id = clock.now(), actor_id
    else:
        _clear_deletion(comment)
    await counters.hide_comment(session, comment, status)
    _add_record(session, comment, before, actor_id=actor_id, reason=reason, rule=rule)
    if status == "on_moderation":
        events.record(session, CommentHeld(comment.id, comment.post_id))


async def publish(
    session: AsyncSession, comment: Comment, *, actor_id: int, reason: str = ""
) -> None:
    """Set the status `published`. The ancestors must be locked."""
    before = comment.moderation_status
    _clear_deletion(comment)
    await counters.unhide_comment(session, comment)
    _add_record(session, comment, before, actor_id=actor_id, reason=reason)


def hold_new(session: AsyncSession, comment: Comment, rule: str) -> None:
    """Hold a comment that is being sent. Counters do not include it, and no user is notified."""
    comment.moderation_status = "on_moderation"
    comment.awaits_first_publication = True
    _add_record(session, comment, "", actor_id=None, rule=rule)
    events.record(session, CommentHeld(comment.id, comment.post_id))


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
