"""Who changes what somebody said, and until when."""

from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import NotAllowed
from community.domain import comments
from community.models import Comment
from tests import factories
from tests.cast import Cast
from tests.domain.stories import reply

LATE = timedelta(hours=1)


async def edit(by: Actor, comment: Comment, text: str = "Better said.") -> Comment:
    async with unit_of_work() as session:
        return await comments.edit(session, by, comment_id=comment.id, text=text)


async def seen(by: Actor, comment: Comment) -> comments.CommentView:
    async with reading() as session:
        return await comments.get_view(session, by, comment.id)


async def test_an_author_has_a_while_to_change_a_comment(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    await edit(cast.bob, comment)
    with clock.moved(LATE):
        assert not (await seen(cast.bob, comment)).can.edit
        with pytest.raises(NotAllowed) as refusal:
            await edit(cast.bob, comment, "Too late.")
    assert refusal.value.code == "edit_window_expired"
    assert (await seen(cast.guest, comment)).text == "Better said."


async def test_the_owner_of_a_community_changes_no_words_but_their_own(cast: Cast) -> None:
    """Anybody may open a community: what people say there stays theirs."""
    bread = await factories.community(cast.alice)
    post = await factories.post(cast.bob, community_id=bread.id)
    theirs, own = await reply(cast.bob, post), await reply(cast.alice, post)
    can = (await seen(cast.alice, theirs)).can
    assert (can.edit, can.delete, can.moderate) == (False, True, True)
    with pytest.raises(NotAllowed) as refusal:
        await edit(cast.alice, theirs, "I was wrong.")
    assert refusal.value.code == "forbidden"
    with clock.moved(LATE):
        assert (await seen(cast.alice, own)).can.edit
        await edit(cast.alice, own)
    assert (await seen(cast.guest, theirs)).text == "Well said."


async def test_administrators_change_any_comment(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    with clock.moved(LATE):
        assert (await seen(cast.olga, comment)).can.edit
        await edit(cast.olga, comment, "[A telephone number was here.]")
    assert "telephone" in (await seen(cast.guest, comment)).text
