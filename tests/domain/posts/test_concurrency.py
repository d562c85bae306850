"""Tests of concurrent actions on posts.

On PostgreSQL the transactions run in parallel. SQLite allows only one writer at a time.
"""

import asyncio
from uuid import UUID, uuid4

from community.core.db.sessions import unit_of_work
from community.domain import posts
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import get_post_view, start_draft

ROUNDS = 8


async def test_pinning_posts_concurrently_leaves_exactly_one_post_pinned(cast: Cast) -> None:
    candidates = [await factories.post(cast.alice) for _ in range(3)]

    async def pin(post: Post) -> None:
        async with unit_of_work() as session:
            await posts.pin(session, cast.alice, post_id=post.id)

    for _ in range(ROUNDS):
        await asyncio.gather(*map(pin, candidates))
        assert sum([(await get_post_view(cast.guest, post)).is_pinned for post in candidates]) == 1


async def test_a_draft_that_is_sent_twice_concurrently_is_created_once(cast: Cast) -> None:
    async def create_draft(client_id: UUID) -> int:
        return (await start_draft(cast.alice, client_id=client_id)).id

    for _ in range(ROUNDS):
        client_id = uuid4()
        assert len(set(await asyncio.gather(*(create_draft(client_id) for _ in range(3))))) == 1
