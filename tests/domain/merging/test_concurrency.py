"""Tests that a merge causes no deadlock and keeps the counters correct while the site is used.

On PostgreSQL the transactions run in parallel. SQLite allows only one writer at a time.
"""

import asyncio

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts, merging
from community.jobs import run_due_jobs
from community.models import AccountMerge, Comment, Post
from tests import factories
from tests.cast import Cast
from tests.counters import find_counter_mismatches
from tests.domain.actions import follow, publish_post, react, reply, unfollow


async def test_users_who_act_during_a_merge_keep_the_counters_correct(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "BATCH_SIZE", 2)
    source, target = cast.bob, cast.alice
    readers = [cast.charlie, cast.olga, await factories.user("reader")]
    post, written = await _prepare(source, readers)
    async with unit_of_work() as session:
        merge = await merging.merge(
            session, accounts.OPERATOR, source_id=source.id, target_id=target.id
        )
    await asyncio.gather(
        _run_merge(merge.id), *(_use_site(user, target, post, written) for user in readers)
    )
    await run_due_jobs()
    async with read_session() as session:
        assert (await session.get_one(AccountMerge, merge.id)).finished_at
        assert await find_counter_mismatches(session) == []


async def _prepare(source: Actor, readers: list[Actor]) -> tuple[Post, list[Comment]]:
    """Create content of the source and of a reader, and reactions and follows of all of them."""
    post = await publish_post(source)
    written = [await reply(source, post) for _ in range(3)]
    replies = [await reply(readers[0], post, parent=comment) for comment in written]
    for comment in replies:
        await react(source, comment)
    for user in readers:
        await follow(user, source)
        await follow(source, user)
        await react(user, written[0])
    return post, [*replies, *written]


async def _run_merge(merge_id: int) -> None:
    after: int | None = 0
    while after is not None:
        async with unit_of_work() as session:
            after = await merging.run_merge_step(session, merge_id, after)


async def _use_site(user: Actor, target: Actor, post: Post, written: list[Comment]) -> None:
    for comment in written:
        await reply(user, post, parent=comment)
        if comment.author_id != user.id:
            await react(user, comment, "love")
        await follow(user, target)
        await unfollow(user, target)
