"""The action of a moderator who changes the status of a comment, and the record of all changes."""

from typing import Literal, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db import pagination
from community.core.db.pagination import Page
from community.core.errors import NotFound
from community.core.text.normalization import clean_line
from community.domain import audit, people
from community.domain.comments import counters, policies, schemas
from community.domain.comments.moderation import status_changes, transition_policies
from community.domain.comments.threads import queries
from community.i18n import gettext as _
from community.models import CommentModeration, User

ModerationStatus: TypeAlias = Literal["published", "on_moderation", "deleted"]


async def moderate(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    status: ModerationStatus,
    reason: str = "",
    base_version: int | None = None,
    expected_status: ModerationStatus | None = None,
) -> bool:
    """Change the status of a comment as a moderator, and record the reason.

    A published comment can be held and a held comment published. Both can be deleted, and a deleted
    comment can be published again.

    Args:
        expected_status: If the comment has another status, it is not changed.

    Raises:
        Conflict: The comment was changed since `base_version`, or is deleted and cannot be held.
    """
    cleaned = clean_line(reason, field="reason", max_length=transition_policies.MAX_REASON_LENGTH)
    comment, post = await queries.get_with_ancestors_for_update(session, actor, comment_id)
    can_moderate = await policies.may_moderate(session, actor, comment, post)
    transition_policies.ensure_may_change_status(actor, comment, can_moderate=can_moderate)
    transition_policies.ensure_unchanged_for_moderator(comment, base_version)
    before = comment.moderation_status
    if before == status or transition_policies.has_other_status(comment, expected_status):
        return False
    transition_policies.ensure_status_may_follow(comment, status)
    if transition_policies.is_visible_status(status):
        await status_changes.publish(session, comment, actor_id=actor.id, reason=cleaned)
    else:
        await status_changes.hide(session, comment, status, actor_id=actor.id, reason=cleaned)
    if actor.is_admin:
        await audit.record(
            session,
            actor,
            "comment.moderated",
            target_kind="comment",
            target_id=comment.id,
            target_name=post.title,
            before={"status": before},
            after={"status": status},
            reason=cleaned,
        )
    return True


async def hold_reported(session: AsyncSession, comment_id: int) -> bool:
    """Hold a published comment that many users reported, unless a moderator published it."""
    comment = await counters.lock_with_ancestors(session, comment_id)
    if comment is None or not policies.is_published(comment):
        return False
    approval = select(CommentModeration.id).where(
        col(CommentModeration.comment_id) == comment.id, transition_policies.is_publication()
    )
    if await session.scalar(approval.limit(1)) is not None:
        return False
    await status_changes.hide(session, comment, "on_moderation", actor_id=None, rule="reports")
    return True


async def list_moderations(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    cursor: str | None = None,
    limit: int = pagination.MAX_LIMIT,
) -> Page[schemas.CommentModerationView]:
    """Return the changes of the status of a comment, newest first."""
    comment, post = await queries.get_visible(session, actor, comment_id)
    if not await policies.may_moderate(session, actor, comment, post):
        raise NotFound(_("Comment not found."))
    query = (
        select(CommentModeration, User)
        .outerjoin(User, col(User.id) == col(CommentModeration.actor_id))
        .where(col(CommentModeration.comment_id) == comment.id)
    )
    if start := pagination.decode_cursor(cursor, int):
        query = query.where(col(CommentModeration.id) < start[0])
    query = query.order_by(col(CommentModeration.id).desc()).limit(limit + 1)
    rows = (await session.execute(query)).all()
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row[0].id,))
    return Page(items=[_build_view(record, user) for record, user in page], next_cursor=next_cursor)


def _build_view(record: CommentModeration, user: User | None) -> schemas.CommentModerationView:
    return schemas.CommentModerationView(
        id=record.id,
        actor=None if user is None else people.to_user_summary(user),
        status_before=record.status_before,
        status=record.status,
        reason=record.reason,
        rule=record.rule,
        created_at=record.created_at,
    )
