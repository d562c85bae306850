"""The entries of the audit log for what administrators do with posts of other users."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import audit
from community.models import Post


async def record(
    session: AsyncSession,
    actor: Actor,
    post: Post,
    action: str,
    *,
    reason: str = "",
    before: Any = None,
    after: Any = None,
) -> None:
    """Add an entry if the actor is an administrator and another user wrote the post."""
    if not actor.is_admin or actor.is_user(post.author_id):
        return
    await audit.record(
        session,
        actor,
        action,
        target_kind="post",
        target_id=post.id,
        target_name=post.title,
        before=before,
        after=after,
        reason=reason,
    )
