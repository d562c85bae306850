"""How often posts are opened: counted in memory and written in batches; looking costs no write.

A process that dies loses what it has not written: a minute of a number that nobody audits.
"""

from collections import Counter

from sqlalchemy import bindparam, update
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.models import Post

# Somebody who hammers the site with made-up addresses does not fill our memory.
MAX_REMEMBERED = 100_000

_seen: set[tuple[int, int | str]] = set()


def note_view(actor: Actor, post_id: int) -> None:
    """Somebody opened a post. The same person counts once until the next flush."""
    if len(_seen) < MAX_REMEMBERED:
        _seen.add((post_id, actor.user_id or actor.address))


async def flush_views(session: AsyncSession) -> int:
    """Write down what this process counted since the last time.

    Returns:
        How many views.
    """
    counted = Counter(post_id for post_id, _ in _seen)
    _seen.clear()
    if not counted:
        return 0
    table = Post.__table__  # type: ignore[attr-defined]
    connection = await session.connection()
    await connection.execute(
        update(table)
        .where(table.c.id == bindparam("post"))
        .values(views_count=table.c.views_count + bindparam("seen")),
        # In the order of their ids, so that two processes do not wait for each other in a circle.
        [{"post": post_id, "seen": seen} for post_id, seen in sorted(counted.items())],
    )
    return counted.total()
