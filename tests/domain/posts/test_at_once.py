"""What is done with posts at the same moment; side by side on PostgreSQL, in turn on SQLite."""

import asyncio
from uuid import UUID, uuid4

from community.core.database import unit_of_work
from community.domain import posts
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.posts.writing import seen, start

ROUNDS = 8


async def test_of_two_that_are_pinned_one_stays_on_top(cast: Cast) -> None:
    some = [await factories.post(cast.alice) for _ in range(3)]

    async def pin(post: Post) -> None:
        async with unit_of_work() as session:
            await posts.pin(session, cast.alice, post_id=post.id)

    for _ in range(ROUNDS):
        await asyncio.gather(*map(pin, some))
        assert sum([(await seen(cast.guest, post)).is_pinned for post in some]) == 1


async def test_a_draft_that_arrives_twice_is_begun_once(cast: Cast) -> None:
    async def send(client_id: UUID) -> int:
        return (await start(cast.alice, client_id=client_id)).id

    for _ in range(ROUNDS):
        client_id = uuid4()
        assert len(set(await asyncio.gather(*(send(client_id) for _ in range(3))))) == 1
