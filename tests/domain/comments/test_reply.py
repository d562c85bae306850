"""Replying, at any depth, and what it counts for."""

import uuid
from typing import Any

import pytest
from sqlmodel import col, func, select

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, Invalid, NotAllowed, NotFound
from community.domain import comments
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast


async def reply(
    by: Actor, post_id: int, text: str = "Well said.", parent_id: int | None = None
) -> Comment:
    async with unit_of_work() as session:
        return await comments.reply(session, by, post_id=post_id, text=text, parent_id=parent_id)


async def comment_row(comment_id: int) -> Comment:
    async with reading() as session:
        return await session.get_one(Comment, comment_id)


async def test_a_comment_begins_a_branch_of_its_own(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post.id)
    assert (comment.branch_id, comment.parent_id, comment.depth) == (comment.id, None, 0)


async def test_an_answer_belongs_to_the_branch_of_its_root(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root = await reply(cast.bob, post.id)
    answer = await reply(cast.alice, post.id, parent_id=root.id)
    deeper = await reply(cast.bob, post.id, parent_id=answer.id)
    assert (deeper.branch_id, deeper.parent_id, deeper.depth) == (root.id, answer.id, 2)


async def test_every_level_above_counts_an_answer_and_only_the_parent_a_reply(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root = await reply(cast.bob, post.id)
    answer = await reply(cast.alice, post.id, parent_id=root.id)
    await reply(cast.bob, post.id, parent_id=answer.id)
    root, answer = await comment_row(root.id), await comment_row(answer.id)
    assert (root.replies_count, root.descendants_count) == (1, 2)
    assert (answer.replies_count, answer.descendants_count) == (1, 1)
    async with reading() as session:
        assert (await session.get_one(Post, post.id)).comments_count == 3


async def test_answers_can_go_deeper_than_any_path_is_long(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post.id)
    for _ in range(260):
        parent = await reply(cast.alice, post.id, parent_id=parent.id)
    row = await comment_row(parent.id)
    assert row.depth == 260
    async with reading() as session:
        root = await session.get_one(Comment, row.branch_id)
        walked = await session.scalars(
            select(Comment.id).where(Comment.post_id == post.id).order_by(Comment.path)
        )
        assert list(walked) == [root.id + step for step in range(261)]
    assert root.descendants_count == 260


async def test_sending_the_same_message_twice_keeps_one(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    client_id = uuid.uuid4()
    sent = []
    for _ in range(2):
        async with unit_of_work() as session:
            sent.append(
                await comments.reply(
                    session, cast.bob, post_id=post.id, text="Once.", client_id=client_id
                )
            )
    assert sent[0].id == sent[1].id
    async with reading() as session:
        assert await session.scalar(select(func.count(col(Comment.id)))) == 1


@pytest.mark.parametrize("other", ["text", "parent_id", "post_id"])
async def test_other_words_with_the_same_id_are_not_taken_for_the_first(
    cast: Cast, other: str
) -> None:
    """The answer would say that they are kept, and they would be lost."""
    post, elsewhere = await factories.post(cast.alice), await factories.post(cast.alice)
    parent = await reply(cast.alice, post.id)
    first: dict[str, Any] = {"post_id": post.id, "text": "Once.", "client_id": uuid.uuid4()}
    changes = {"text": "Twice.", "parent_id": parent.id, "post_id": elsewhere.id}
    async with unit_of_work() as session:
        sent = await comments.reply(session, cast.bob, **first)
    with pytest.raises(Conflict):
        async with unit_of_work() as session:
            await comments.reply(session, cast.bob, **first | {other: changes[other]})
    async with unit_of_work() as session:
        await comments.edit(session, cast.bob, comment_id=sent.id, text="Better said.")
    async with unit_of_work() as session:
        again = await comments.reply(session, cast.bob, **first | {"text": " Once. "})
    assert (again.id, again.text) == (sent.id, "Better said.")


async def test_a_guest_is_asked_to_sign_in(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(NotAllowed) as refused:
        await reply(cast.guest, post.id)
    assert refused.value.code == "unauthenticated"


async def test_somebody_banned_cannot_reply(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(NotAllowed) as refused:
        await reply(cast.mallory, post.id)
    assert refused.value.code == "banned"


@pytest.mark.parametrize("text", ["", "   \n ", "x" * 10_001])
async def test_an_empty_or_endless_text_is_refused_and_changes_nothing(
    cast: Cast, text: str
) -> None:
    post = await factories.post(cast.alice)
    with pytest.raises(Invalid) as refused:
        await reply(cast.bob, post.id, text)
    assert "text" in refused.value.fields
    async with reading() as session:
        assert (await session.get_one(Post, post.id)).comments_count == 0


async def test_a_draft_is_not_there_to_be_commented_on(cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    with pytest.raises(NotFound):
        await reply(cast.bob, draft.id)


async def test_a_parent_under_another_post_is_refused(cast: Cast) -> None:
    here, there = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    elsewhere = await reply(cast.bob, there.id)
    with pytest.raises(Invalid) as refused:
        await reply(cast.bob, here.id, parent_id=elsewhere.id)
    assert "parent_id" in refused.value.fields


async def test_names_in_the_text_become_mentions_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(
        cast.bob, post.id, "@alice and @Alice and @nobody, and `@charlie` in code"
    )
    async with reading() as session:
        view = await comments.get_view(session, cast.bob, comment.id)
    assert [person.slug for person in view.mentions] == ["alice"]
    assert 'href="/alice"' in view.html
