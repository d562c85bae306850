"""Counters of post views, kept in memory and written to the database in batches.

Each process writes its counters every half minute. A process that crashes loses the views that
it has not written. This is acceptable, because the number of views need not be exact.
"""

from collections import Counter

from sqlalchemy import bindparam, update
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.models import Post

# Limits the memory that requests from many IP addresses can use between two calls of `flush_views`.
MAX_PENDING_VIEWS = 100_000

_pending_views: set[tuple[int, int | str]] = set()


def record_view(actor: Actor, post_id: int) -> None:
    """Count a view of the post.

    Repeated views by the same user, or by guests with the same IP address, count as one view until
    the next call of `flush_views`.
    """
    if len(_pending_views) < MAX_PENDING_VIEWS:
        _pending_views.add((post_id, actor.user_id or actor.ip_address))


async def flush_views(session: AsyncSession) -> int:
    counts = Counter(post_id for post_id, _ in _pending_views)
    _pending_views.clear()
    if not counts:
        return 0
    table = Post.__table__  # type: ignore[attr-defined]
    connection = await session.connection()
    await connection.execute(
        update(table)
        .where(table.c.id == bindparam("post"))
        .values(views_count=table.c.views_count + bindparam("views")),
        # Sorted by id, so that two processes that write at the same time cannot deadlock.
        [{"post": post_id, "views": views} for post_id, views in sorted(counts.items())],
    )
    return counts.total()
