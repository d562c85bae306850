"""Tests of repeated edits to a comment, and of edits that conflict with each other."""

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict
from community.domain import comments
from community.models import Comment
from tests import factories
from tests.cast import Cast


async def edit_comment(
    actor: Actor, comment_id: int, text: str, base_version: int | None = None
) -> Comment:
    async with unit_of_work() as session:
        return await comments.edit(
            session,
            actor,
            comment_id=comment_id,
            text=await comments.render_text(text),
            base_version=base_version,
        )


async def create_comment(author: Actor, post_author: Actor) -> Comment:
    post = await factories.post(post_author)
    async with unit_of_work() as session:
        return await comments.reply(
            session, author, post_id=post.id, text=await comments.render_text("First version.")
        )


async def get_text(comment: Comment) -> str:
    async with read_session() as session:
        return (await session.get_one(Comment, comment.id)).text


async def test_an_edit_of_an_outdated_version_is_a_conflict(cast: Cast) -> None:
    comment = await create_comment(cast.bob, cast.alice)
    await edit_comment(cast.olga, comment.id, "Version of Olga.", comment.version)
    with pytest.raises(Conflict) as error:
        await edit_comment(cast.bob, comment.id, "Version of Bob.", comment.version)
    assert await get_text(comment) == "Version of Olga."
    await edit_comment(cast.bob, comment.id, "Version of Bob.", error.value.details["version"])
    assert await get_text(comment) == "Version of Bob."


async def test_a_repeated_edit_is_applied_once(cast: Cast) -> None:
    comment = await create_comment(cast.bob, cast.alice)
    for _ in range(2):
        await edit_comment(cast.bob, comment.id, "Better.", comment.version)
    async with read_session() as session:
        page = await comments.list_revisions(session, cast.bob, comment_id=comment.id)
        assert len(page.items) == 1


async def test_an_edit_without_a_version_overwrites_the_stored_text(cast: Cast) -> None:
    comment = await create_comment(cast.bob, cast.alice)
    await edit_comment(cast.olga, comment.id, "Version of Olga.")
    await edit_comment(cast.bob, comment.id, "Version of Bob.")
    assert await get_text(comment) == "Version of Bob."
