"""What people do in one discussion at the same moment: nobody waits in a circle, no count is lost.

On PostgreSQL the transactions of these stories run side by side; SQLite lets one write at a time.
"""

import asyncio
from uuid import UUID, uuid4

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid
from community.domain import comments
from community.models import Comment
from tests import counters
from tests.cast import Cast
from tests.domain.stories import delete, publish, reply

ROUNDS = 8


async def restore(by: Actor, comment: Comment) -> None:
    async with unit_of_work() as session:
        await comments.restore(session, by, comment_id=comment.id)


async def destroy(by: Actor, comment: Comment) -> None:
    async with unit_of_work() as session:
        await comments.destroy_branch(session, by, comment_id=comment.id)


async def test_answers_below_a_comment_that_goes_and_comes_back(cast: Cast) -> None:
    post = await publish(cast.alice)
    root = await reply(cast.alice, post)
    middle = await reply(cast.bob, post, to=root)
    below = await reply(cast.alice, post, to=middle)
    for _ in range(ROUNDS):
        answers = [reply(who, post, to=below) for who in (cast.alice, cast.charlie)]
        await asyncio.gather(delete(cast.bob, middle), *answers)
        answers = [reply(who, post, to=below) for who in (cast.alice, cast.charlie)]
        await asyncio.gather(restore(cast.bob, middle), *answers)
    async with reading() as session:
        assert await counters.faults(session) == []


async def test_answers_in_a_thread_that_is_taken_away(cast: Cast) -> None:
    post = await publish(cast.alice)
    for _ in range(ROUNDS):
        root = await reply(cast.alice, post)
        middle = await reply(cast.bob, post, to=root)
        below = await reply(cast.alice, post, to=middle)
        outcomes = await asyncio.gather(
            destroy(cast.olga, root),
            *(reply(cast.charlie, post, to=below) for _ in range(3)),
            return_exceptions=True,
        )
        # Who comes too late is told so.
        refused = [each for each in outcomes if isinstance(each, BaseException)]
        assert all(isinstance(each, Invalid) for each in refused), refused
    async with reading() as session:
        assert await counters.faults(session) == []


async def test_of_two_that_are_pinned_one_stays_on_top(cast: Cast) -> None:
    post = await publish(cast.alice)
    some = [await reply(cast.bob, post) for _ in range(3)]

    async def pin(comment: Comment) -> None:
        async with unit_of_work() as session:
            await comments.pin(session, cast.alice, comment_id=comment.id)

    for _ in range(ROUNDS):
        await asyncio.gather(*map(pin, some))
    async with reading() as session:
        rows = [await session.get_one(Comment, each.id) for each in some]
    assert sum(row.pinned_at is not None for row in rows) == 1


async def test_a_message_that_arrives_twice_is_kept_once(cast: Cast) -> None:
    post = await publish(cast.alice)

    async def send(client_id: UUID) -> int:
        async with unit_of_work() as session:
            sent = await comments.reply(
                session, cast.bob, post_id=post.id, text="Once.", client_id=client_id
            )
            return sent.id

    for _ in range(ROUNDS):
        client_id = uuid4()
        assert len(set(await asyncio.gather(*(send(client_id) for _ in range(3))))) == 1
