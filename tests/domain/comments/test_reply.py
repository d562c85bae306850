"""Tests of replies: tree structure, counters, mentions, deduplication and permissions."""

import uuid
from typing import Any

import pytest
from sqlmodel import col, func, select

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.core.text.markup import RenderedMessage
from community.domain import comments
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast


async def reply(
    author: Actor, post_id: int, text: str = "Well said.", parent_id: int | None = None
) -> Comment:
    async with unit_of_work() as session:
        return await comments.reply(
            session,
            author,
            post_id=post_id,
            text=await comments.render_text(text),
            parent_id=parent_id,
        )


async def reload_comment(comment_id: int) -> Comment:
    async with read_session() as session:
        return await session.get_one(Comment, comment_id)


async def test_a_root_comment_starts_a_new_branch(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post.id)
    assert (comment.branch_id, comment.parent_id, comment.depth) == (comment.id, None, 0)


async def test_a_reply_belongs_to_the_branch_of_its_root_comment(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root = await reply(cast.bob, post.id)
    child = await reply(cast.alice, post.id, parent_id=root.id)
    deeper = await reply(cast.bob, post.id, parent_id=child.id)
    assert (deeper.branch_id, deeper.parent_id, deeper.depth) == (root.id, child.id, 2)


async def test_a_reply_updates_descendants_count_of_all_ancestors_and_replies_count_of_its_parent(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    root = await reply(cast.bob, post.id)
    child = await reply(cast.alice, post.id, parent_id=root.id)
    await reply(cast.bob, post.id, parent_id=child.id)
    root, child = await reload_comment(root.id), await reload_comment(child.id)
    assert (root.replies_count, root.descendants_count) == (1, 2)
    assert (child.replies_count, child.descendants_count) == (1, 1)
    async with read_session() as session:
        assert (await session.get_one(Post, post.id)).comments_count == 3


async def test_replies_can_be_nested_260_levels_deep(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post.id)
    for _ in range(260):
        parent = await reply(cast.alice, post.id, parent_id=parent.id)
    row = await reload_comment(parent.id)
    assert row.depth == 260
    async with read_session() as session:
        root = await session.get_one(Comment, row.branch_id)
        comment_ids = await session.scalars(
            select(Comment.id).where(Comment.post_id == post.id).order_by(Comment.path)
        )
        assert list(comment_ids) == [root.id + step for step in range(261)]
    assert root.descendants_count == 260


async def test_a_reply_that_is_sent_twice_is_stored_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    client_id = uuid.uuid4()
    sent = []
    for _ in range(2):
        async with unit_of_work() as session:
            sent.append(
                await comments.reply(
                    session,
                    cast.bob,
                    post_id=post.id,
                    text=await comments.render_text("Once."),
                    client_id=client_id,
                )
            )
    assert sent[0].id == sent[1].id
    async with read_session() as session:
        assert await session.scalar(select(func.count(col(Comment.id)))) == 1


@pytest.mark.parametrize("changed_field", ["text", "parent_id", "post_id"])
async def test_a_different_reply_with_the_same_client_id_is_rejected_as_a_conflict(
    cast: Cast, changed_field: str
) -> None:
    """If the server returned the first reply, the client would assume that the second is stored."""
    post, elsewhere = await factories.post(cast.alice), await factories.post(cast.alice)
    parent = await reply(cast.alice, post.id)
    first: dict[str, Any] = {
        "post_id": post.id,
        "text": RenderedMessage("Once."),
        "client_id": uuid.uuid4(),
    }
    changes = {"text": RenderedMessage("Twice."), "parent_id": parent.id, "post_id": elsewhere.id}
    async with unit_of_work() as session:
        sent = await comments.reply(session, cast.bob, **first)
    with pytest.raises(Conflict):
        async with unit_of_work() as session:
            await comments.reply(
                session, cast.bob, **first | {changed_field: changes[changed_field]}
            )
    async with unit_of_work() as session:
        await comments.edit(
            session, cast.bob, comment_id=sent.id, text=await comments.render_text("Better said.")
        )
    async with unit_of_work() as session:
        again = await comments.reply(
            session, cast.bob, **first | {"text": await comments.render_text(" Once. ")}
        )
    assert (again.id, again.text) == (sent.id, "Better said.")


async def test_guests_cannot_reply(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(PermissionDenied) as error:
        await reply(cast.guest, post.id)
    assert error.value.code == "unauthenticated"


async def test_banned_users_cannot_reply(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(PermissionDenied) as error:
        await reply(cast.mallory, post.id)
    assert error.value.code == "banned"


@pytest.mark.parametrize("text", ["", "   \n ", "x" * 10_001])
async def test_a_reply_with_an_empty_or_too_long_text_is_rejected(cast: Cast, text: str) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(Invalid) as error:
        await reply(cast.bob, post.id, text)
    assert "text" in error.value.field_errors
    async with read_session() as session:
        assert (await session.get_one(Post, post.id)).comments_count == 0


async def test_a_draft_cannot_be_commented_on(cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    with pytest.raises(NotFound):
        await reply(cast.bob, draft.id)


async def test_a_reply_whose_parent_belongs_to_another_post_is_rejected(cast: Cast) -> None:
    here, there = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    elsewhere = await reply(cast.bob, there.id)
    with pytest.raises(Invalid) as error:
        await reply(cast.bob, here.id, parent_id=elsewhere.id)
    assert "parent_id" in error.value.field_errors


async def test_each_existing_user_named_in_the_text_is_mentioned_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(
        cast.bob, post.id, "@alice and @Alice and @nobody, and `@charlie` in code"
    )
    async with read_session() as session:
        view = await comments.get_view(session, cast.bob, comment.id)
    assert [user.slug for user in view.mentions] == ["alice"]
    assert 'href="/alice"' in view.html
