"""Tests of concurrent actions on posts.

On PostgreSQL the transactions run in parallel. SQLite allows only one writer at a time.
"""

import asyncio
from contextlib import suppress
from uuid import UUID, uuid4

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import Conflict
from community.domain import posts
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import get_post_view, start_draft

ROUNDS = 8


async def pin_concurrently(actor: Actor, candidates: list[Post]) -> int:
    """Pin all posts at the same time, and return how many are pinned then."""

    async def pin(post: Post) -> None:
        with suppress(Conflict):
            async with unit_of_work() as session:
                await posts.pin(session, actor, post_id=post.id)

    await asyncio.gather(*map(pin, candidates))
    return sum([(await get_post_view(actor, post)).is_pinned for post in candidates])


async def test_pinning_posts_concurrently_never_pins_more_than_the_maximum(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    on_profile = [await factories.post(cast.alice) for _ in range(5)]
    in_community = [await factories.post(cast.alice, community_id=bread.id) for _ in range(3)]
    for _ in range(ROUNDS):
        assert await pin_concurrently(cast.alice, in_community) == 1
        assert await pin_concurrently(cast.alice, on_profile) == 3
        async with unit_of_work() as session:
            for post in on_profile:
                await posts.unpin(session, cast.alice, post_id=post.id)


async def test_a_draft_that_is_sent_twice_concurrently_is_created_once(cast: Cast) -> None:
    async def create_draft(client_id: UUID) -> int:
        return (await start_draft(cast.alice, client_id=client_id)).id

    for _ in range(ROUNDS):
        client_id = uuid4()
        assert len(set(await asyncio.gather(*(create_draft(client_id) for _ in range(3))))) == 1
