"""Tests that a reader does not see the comments of users that the reader ignores."""

from dataclasses import replace

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import comments, posts
from community.domain.comments import CommentView
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import ignore


async def reply(author: Actor, post: Post, text: str, parent: Comment | None = None) -> Comment:
    async with unit_of_work() as session:
        return await comments.reply(
            session,
            author,
            post_id=post.id,
            text=await comments.render_text(text),
            parent_id=parent.id if parent else None,
        )


@pytest.fixture
async def ignoring_reader(cast: Cast) -> Actor:
    """Return Charlie, who ignores Bob."""
    await ignore(cast.charlie, cast.bob)
    return replace(cast.charlie, has_ignored_users=True)


async def get_shown_comments(reader: Actor, post: Post) -> dict[int, CommentView]:
    """Return the comments on `post` that `reader` sees. The keys are comment IDs."""
    async with read_session() as session:
        thread = await comments.get_thread(session, reader, post_id=post.id)
    return {comment.id: comment for comment in thread.items}


async def test_comments_by_ignored_users_are_hidden_but_replies_to_them_are_shown(
    cast: Cast, ignoring_reader: Actor
) -> None:
    post = await factories.post(cast.alice)
    ignored = await reply(cast.bob, post, "Sourdough is overrated.")
    child = await reply(cast.alice, post, "I do.", ignored)
    shown = await get_shown_comments(ignoring_reader, post)
    stub = shown[ignored.id]
    assert (stub.author, stub.text, stub.html) == (None, "", "")
    assert (stub.moderation_status, stub.replies_count) == ("published", 1)
    assert shown[child.id].text == "I do."
    shown_to_guest = await get_shown_comments(cast.guest, post)
    assert shown_to_guest[ignored.id].text == "Sourdough is overrated."


async def test_comments_by_ignored_users_are_also_hidden_from_administrators(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    ignored = await reply(cast.bob, post, "Sourdough is overrated.")
    await ignore(cast.olga, cast.bob)
    shown = await get_shown_comments(replace(cast.olga, has_ignored_users=True), post)
    assert shown[ignored.id].author is None


async def test_a_link_to_a_comment_of_an_ignored_user_shows_no_text(
    cast: Cast, ignoring_reader: Actor
) -> None:
    post = await factories.post(cast.alice)
    ignored = await reply(cast.bob, post, "Sourdough is overrated.")
    async with read_session() as session:
        page = await comments.get_thread_page(
            session,
            ignoring_reader,
            await posts.get_readable(session, ignoring_reader, post.id),
            comment=str(ignored.id),
        )
        view = await comments.get_view(session, ignoring_reader, ignored.id)
    assert [comment.text for comment in page.thread.items] == [""]
    assert (view.author, view.text) == (None, "")
