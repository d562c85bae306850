"""Functions that read clean-ups, and how much they would cover."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import chat, comments, moderation, posts
from community.domain.cleanups.schemas import CleanupView, ContentCounts
from community.i18n import gettext as _
from community.models import Cleanup


async def count_contents(session: AsyncSession, actor: Actor, *, user_id: int) -> ContentCounts:
    """Return how many posts, comments and messages of a user a clean-up would cover."""
    await moderation.get_person(session, actor, user_id=user_id)

    async def count(subject: object, *, is_deletion: bool) -> int:
        counted: int = await subject.count_for_cleanup(  # type: ignore[attr-defined]
            session, user_id, is_deletion=is_deletion
        )
        return counted

    return ContentCounts(
        posts_to_hide=await count(posts, is_deletion=False),
        comments_to_hide=await count(comments, is_deletion=False),
        posts_to_delete=await count(posts, is_deletion=True),
        comments_to_delete=await count(comments, is_deletion=True),
        messages=await count(chat, is_deletion=False),
    )


async def get_cleanup(session: AsyncSession, actor: Actor, *, cleanup_id: int) -> CleanupView:
    moderation.ensure_may_moderate_users(actor)
    row = await session.get(Cleanup, cleanup_id)
    if row is None:
        raise make_cleanup_not_found_error()
    return CleanupView.model_validate(row)


async def find_latest(session: AsyncSession, actor: Actor, *, user_id: int) -> CleanupView | None:
    moderation.ensure_may_moderate_users(actor)
    row = await session.scalar(
        select(Cleanup).where(Cleanup.user_id == user_id).order_by(col(Cleanup.id).desc()).limit(1)
    )
    return None if row is None else CleanupView.model_validate(row)


def make_cleanup_not_found_error() -> NotFound:
    return NotFound(_("Clean-up not found."))
