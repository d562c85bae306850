"""What can be taken back for a few seconds after it was done."""

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import comments, posts
from community.state import identity


async def _comment(session: AsyncSession, actor: Actor, comment_id: int) -> None:
    await comments.restore(session, actor, comment_id=comment_id)


async def _post(session: AsyncSession, actor: Actor, post_id: int) -> None:
    await posts.restore(session, actor, post_id=post_id)


_WAYS_BACK: dict[str, Callable[[AsyncSession, Actor, int], Awaitable[None]]] = {
    "comment": _comment,
    "post": _post,
}


async def take_back(kind: str, target_id: int) -> None:
    """Undo a deletion; the domain asks again whether this person may."""
    async with unit_of_work() as session:
        await _WAYS_BACK[kind](session, identity.actor(), target_id)
