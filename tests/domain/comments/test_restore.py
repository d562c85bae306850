"""Tests of restoring deleted comments."""

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import comments
from community.domain.comments.moderation.status_changes import set_hidden_status
from community.domain.comments.threads import queries
from community.models import Comment
from tests import counters
from tests.cast import Cast
from tests.domain.actions import delete_comment, publish_post, reply


async def restore_comment(actor: Actor, comment: Comment) -> bool:
    async with unit_of_work() as session:
        return await comments.restore(session, actor, comment_id=comment.id)


async def get_status(comment: Comment) -> str:
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []
        return (await session.get_one(Comment, comment.id)).moderation_status


async def hold_for_moderation(comment: Comment, moderator: Actor) -> None:
    async with unit_of_work() as session:
        row, _ = await queries.get_with_ancestors_for_update(session, moderator, comment.id)
        await set_hidden_status(session, row, "on_moderation")


async def test_an_author_can_restore_only_comments_that_they_deleted_themselves(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    own, moderated = await reply(cast.bob, post), await reply(cast.bob, post)
    await delete_comment(cast.bob, own)
    await delete_comment(cast.olga, moderated)
    assert await restore_comment(cast.bob, own) is True
    assert await restore_comment(cast.bob, own) is False
    with pytest.raises(PermissionDenied):
        await restore_comment(cast.bob, moderated)
    assert await get_status(own) == "published"
    assert await restore_comment(cast.olga, moderated) is True


async def test_a_comment_on_moderation_is_still_on_moderation_after_its_author_restores_it(
    cast: Cast,
) -> None:
    """A user must not be able to bypass moderation by deleting and restoring a comment."""
    comment = await reply(cast.bob, await publish_post(cast.alice))
    await hold_for_moderation(comment, cast.olga)
    await delete_comment(cast.bob, comment)
    assert await restore_comment(cast.bob, comment) is True
    assert await get_status(comment) == "on_moderation"
    with pytest.raises(PermissionDenied):
        await restore_comment(cast.bob, comment)
    await delete_comment(cast.olga, comment)
    assert await restore_comment(cast.olga, comment) is True
    assert await get_status(comment) == "published"
