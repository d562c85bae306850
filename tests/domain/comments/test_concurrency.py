"""Tests that concurrent comment actions cause no deadlock and keep the counters correct.

On PostgreSQL the transactions run in parallel. SQLite allows only one writer at a time.
"""

import asyncio
from uuid import UUID, uuid4

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import comments
from community.models import Comment
from tests import counters
from tests.cast import Cast
from tests.domain.actions import delete_comment, publish_post, reply

ROUNDS = 8


async def restore_comment(actor: Actor, comment: Comment) -> None:
    async with unit_of_work() as session:
        await comments.restore(session, actor, comment_id=comment.id)


async def destroy_branch(actor: Actor, comment: Comment) -> None:
    async with unit_of_work() as session:
        await comments.destroy_branch(session, actor, comment_id=comment.id)


async def test_replies_during_deletion_and_restoration_keep_the_counters_correct(
    cast: Cast,
) -> None:
    post = await publish_post(cast.alice)
    root = await reply(cast.alice, post)
    middle = await reply(cast.bob, post, parent=root)
    leaf = await reply(cast.alice, post, parent=middle)
    for _ in range(ROUNDS):
        replies = [reply(user, post, parent=leaf) for user in (cast.alice, cast.charlie)]
        await asyncio.gather(delete_comment(cast.bob, middle), *replies)
        replies = [reply(user, post, parent=leaf) for user in (cast.alice, cast.charlie)]
        await asyncio.gather(restore_comment(cast.bob, middle), *replies)
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []


async def test_replies_during_the_permanent_deletion_of_a_branch_keep_the_counters_correct(
    cast: Cast,
) -> None:
    post = await publish_post(cast.alice)
    for _ in range(ROUNDS):
        root = await reply(cast.alice, post)
        middle = await reply(cast.bob, post, parent=root)
        leaf = await reply(cast.alice, post, parent=middle)
        results = await asyncio.gather(
            destroy_branch(cast.olga, root),
            *(reply(cast.charlie, post, parent=leaf) for _ in range(3)),
            return_exceptions=True,
        )
        # A reply that starts after its parent was deleted fails with Invalid.
        failures = [result for result in results if isinstance(result, BaseException)]
        assert all(isinstance(failure, Invalid) for failure in failures), failures
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []


async def test_pinning_comments_concurrently_leaves_exactly_one_comment_pinned(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    candidates = [await reply(cast.bob, post) for _ in range(3)]

    async def pin(comment: Comment) -> None:
        async with unit_of_work() as session:
            await comments.pin(session, cast.alice, comment_id=comment.id)

    for _ in range(ROUNDS):
        await asyncio.gather(*map(pin, candidates))
    async with read_session() as session:
        rows = [await session.get_one(Comment, comment.id) for comment in candidates]
    assert sum(row.pinned_at is not None for row in rows) == 1


async def test_a_reply_that_is_sent_twice_concurrently_is_stored_once(cast: Cast) -> None:
    post = await publish_post(cast.alice)

    async def send_reply(client_id: UUID) -> int:
        async with unit_of_work() as session:
            sent = await comments.reply(
                session,
                cast.bob,
                post_id=post.id,
                text=await comments.render_text("Once."),
                client_id=client_id,
            )
            return sent.id

    for _ in range(ROUNDS):
        client_id = uuid4()
        assert len(set(await asyncio.gather(*(send_reply(client_id) for _ in range(3))))) == 1
