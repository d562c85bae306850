"""Changing a comment that somebody else may change too."""

import pytest

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict
from community.domain import comments
from community.models import Comment
from tests import factories
from tests.cast import Cast


async def edit(by: Actor, comment_id: int, text: str, base_version: int | None = None) -> Comment:
    async with unit_of_work() as session:
        return await comments.edit(
            session, by, comment_id=comment_id, text=text, base_version=base_version
        )


async def said_by(who: Actor, author: Actor) -> Comment:
    post = await factories.post(author)
    async with unit_of_work() as session:
        return await comments.reply(session, who, post_id=post.id, text="As it was.")


async def says(comment: Comment) -> str:
    async with reading() as session:
        return (await session.get_one(Comment, comment.id)).text


async def test_a_change_does_not_go_over_one_that_was_made_meanwhile(cast: Cast) -> None:
    said = await said_by(cast.bob, cast.alice)
    await edit(cast.olga, said.id, "As it should be.", said.version)
    with pytest.raises(Conflict) as refused:
        await edit(cast.bob, said.id, "As I wanted it.", said.version)
    assert await says(said) == "As it should be."
    await edit(cast.bob, said.id, "As I wanted it.", refused.value.details["version"])
    assert await says(said) == "As I wanted it."


async def test_a_change_that_is_sent_twice_is_made_once(cast: Cast) -> None:
    said = await said_by(cast.bob, cast.alice)
    for _ in range(2):
        await edit(cast.bob, said.id, "Better.", said.version)
    async with reading() as session:
        assert len((await comments.history(session, cast.bob, comment_id=said.id)).items) == 1


async def test_who_names_no_version_writes_over_any(cast: Cast) -> None:
    said = await said_by(cast.bob, cast.alice)
    await edit(cast.olga, said.id, "As it should be.")
    await edit(cast.bob, said.id, "As I wanted it.")
    assert await says(said) == "As I wanted it."
