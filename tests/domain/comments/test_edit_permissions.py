"""Tests of which users may edit a comment, and for how long."""

from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import comments
from community.models import Comment
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply

AFTER_EDIT_WINDOW = timedelta(hours=1)


async def edit_comment(actor: Actor, comment: Comment, text: str = "Better said.") -> Comment:
    async with unit_of_work() as session:
        return await comments.edit(
            session, actor, comment_id=comment.id, text=await comments.render_text(text)
        )


async def get_comment_view(actor: Actor, comment: Comment) -> comments.CommentView:
    async with read_session() as session:
        return await comments.get_view(session, actor, comment.id)


async def test_an_author_can_edit_a_comment_only_within_the_edit_window(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    await edit_comment(cast.bob, comment)
    with clock.travel(AFTER_EDIT_WINDOW):
        assert not (await get_comment_view(cast.bob, comment)).can.edit
        with pytest.raises(PermissionDenied) as error:
            await edit_comment(cast.bob, comment, "Too late.")
    assert error.value.code == "edit_window_expired"
    assert (await get_comment_view(cast.guest, comment)).text == "Better said."


async def test_a_community_owner_can_edit_only_their_own_comments(cast: Cast) -> None:
    """Anyone can create a community, so owners must not be able to change other users' texts."""
    bread = await factories.community(cast.alice)
    post = await factories.post(cast.bob, community_id=bread.id)
    foreign, own = await reply(cast.bob, post), await reply(cast.alice, post)
    can = (await get_comment_view(cast.alice, foreign)).can
    assert (can.edit, can.delete, can.moderate) == (False, True, True)
    with pytest.raises(PermissionDenied) as error:
        await edit_comment(cast.alice, foreign, "I was wrong.")
    assert error.value.code == "forbidden"
    with clock.travel(AFTER_EDIT_WINDOW):
        assert (await get_comment_view(cast.alice, own)).can.edit
        await edit_comment(cast.alice, own)
    assert (await get_comment_view(cast.guest, foreign)).text == "Well said."


async def test_administrators_can_edit_any_comment(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    with clock.travel(AFTER_EDIT_WINDOW):
        assert (await get_comment_view(cast.olga, comment)).can.edit
        await edit_comment(cast.olga, comment, "[A telephone number was here.]")
    assert "telephone" in (await get_comment_view(cast.guest, comment)).text
