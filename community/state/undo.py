"""Restores deleted posts and comments when the user clicks "Undo" in a toast."""

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import comments, posts
from community.state import request_context


async def _restore_comment(session: AsyncSession, actor: Actor, comment_id: int) -> None:
    await comments.restore(session, actor, comment_id=comment_id)


async def _restore_post(session: AsyncSession, actor: Actor, post_id: int) -> None:
    await posts.restore(session, actor, post_id=post_id)


_RESTORERS: dict[str, Callable[[AsyncSession, Actor, int], Awaitable[None]]] = {
    "comment": _restore_comment,
    "post": _restore_post,
}


async def restore_deleted(kind: str, target_id: int) -> None:
    """Restore a deleted comment or post.

    Args:
        kind: `comment` or `post`.
        target_id: The id of the deleted comment or post.

    Raises:
        DomainError: The user may not restore the comment or post.
    """
    async with unit_of_work() as session:
        await _RESTORERS[kind](session, request_context.get_actor(), target_id)
