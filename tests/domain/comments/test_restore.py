"""Bringing back what was deleted."""

import pytest

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import NotAllowed
from community.domain import comments
from community.domain.comments import queries
from community.domain.comments.counters import hide
from community.models import Comment
from tests import counters
from tests.cast import Cast
from tests.domain.stories import delete, publish, reply


async def restore(by: Actor, comment: Comment) -> bool:
    async with unit_of_work() as session:
        return await comments.restore(session, by, comment_id=comment.id)


async def status_of(comment: Comment) -> str:
    async with reading() as session:
        assert await counters.faults(session) == []
        return (await session.get_one(Comment, comment.id)).moderation_status


async def hold(comment: Comment, by: Actor) -> None:
    """Let it wait for a moderator."""
    async with unit_of_work() as session:
        row, _ = await queries.get_for_counting(session, by, comment.id)
        await hide(session, row, "on_moderation")


async def test_an_author_brings_back_what_they_deleted_themselves(cast: Cast) -> None:
    post = await publish(cast.alice)
    mine, taken = await reply(cast.bob, post), await reply(cast.bob, post)
    await delete(cast.bob, mine)
    await delete(cast.olga, taken)
    assert await restore(cast.bob, mine) is True
    assert await restore(cast.bob, mine) is False
    with pytest.raises(NotAllowed):
        await restore(cast.bob, taken)
    assert await status_of(mine) == "published"
    assert await restore(cast.olga, taken) is True


async def test_what_waited_for_a_moderator_waits_again(cast: Cast) -> None:
    """To delete it and bring it back is no way around them."""
    comment = await reply(cast.bob, await publish(cast.alice))
    await hold(comment, cast.olga)
    await delete(cast.bob, comment)
    assert await restore(cast.bob, comment) is True
    assert await status_of(comment) == "on_moderation"
    with pytest.raises(NotAllowed):
        await restore(cast.bob, comment)
    await delete(cast.bob, comment)
    assert await restore(cast.olga, comment) is True
    assert await status_of(comment) == "published"
