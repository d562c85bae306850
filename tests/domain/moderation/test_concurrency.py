"""Tests of a ban and a text that the banned user sends at the same time.

The actors of the texts are authenticated before the ban, as in requests that have already begun.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text

from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import accounts, comments, moderation
from community.models import User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import edit_post, publish_draft, publish_post, reply, run, start_draft
from tests.domain.moderation.actions import ban

Write = Callable[[], Awaitable[Any]]


async def prepare_reply(bob: Actor, alice: Actor) -> Write:
    post = await factories.post(alice)
    return lambda: reply(bob, post)


async def prepare_comment_edit(bob: Actor, alice: Actor) -> Write:
    comment = await reply(bob, await factories.post(alice))
    changed = await comments.render_text("Changed")
    return lambda: run(comments.edit, bob, comment_id=comment.id, text=changed)


async def prepare_publication(bob: Actor, _alice: Actor) -> Write:
    draft = await start_draft(bob)
    return lambda: publish_draft(bob, draft)


async def prepare_post_edit(bob: Actor, _alice: Actor) -> Write:
    post = await publish_post(bob)
    return lambda: edit_post(bob, post, title="Changed")


PREPARATIONS = (prepare_reply, prepare_comment_edit, prepare_publication, prepare_post_edit)


@pytest.mark.parametrize("prepare", PREPARATIONS)
async def test_a_text_that_is_sent_while_the_ban_is_stored_is_refused(
    cast: Cast, admin: Actor, prepare: Callable[[Actor, Actor], Awaitable[Write]]
) -> None:
    write = await prepare(cast.bob, cast.alice)
    async with unit_of_work() as session:
        await moderation.ban(session, admin, user_id=cast.bob.id, reason="Spam")
        sent = asyncio.ensure_future(write())
        await wait_until_blocked(sent)
        assert not sent.done()
    with pytest.raises(PermissionDenied) as error:
        await sent
    assert (error.value.code, error.value.details["reason"]) == ("banned", "Spam")


async def test_only_the_ban_of_a_full_administrator_waits_for_changes_of_administrators(
    cast: Cast, admin: Actor
) -> None:
    if database.engine().dialect.name == "sqlite":
        pytest.skip("On SQLite, each write waits for all others.")
    maria = await factories.user("maria", is_admin=True)
    async with unit_of_work() as session:
        alice = await session.get_one(User, cast.alice.id)
        await accounts.grant_admin(session, alice, ["posts"])
        tasks = []
        for user in (cast.bob, maria):
            tasks.append(asyncio.ensure_future(ban(admin, user)))
            await wait_until_blocked(tasks[-1])
        assert [task.done() for task in tasks] == [True, False]
    await asyncio.gather(*tasks)


async def wait_until_blocked(task: asyncio.Future[Any]) -> None:
    """Wait until a transaction of the task waits for another one, or the task has finished."""
    if database.engine().dialect.name == "sqlite":  # It waits when it begins.
        return
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while not task.done():
        async with read_session() as session:
            if await session.scalar(waiting):
                return
