"""Tests that only the actions that need the text and HTML of a post load them."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.text.markup import RenderedMessage
from community.domain import comments, notifications, posts, reactions
from community.domain.notifications.delivery import fan_out
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply
from tests.query_capture import capture_queries

Action = Callable[[AsyncSession, Actor, Post, Comment], Awaitable[Any]]
ACTIONS: dict[str, Action] = {
    "reply": lambda session, actor, post, comment: comments.reply(
        session, actor, post_id=post.id, parent_id=comment.id, text=RenderedMessage("Yes.")
    ),
    "edit": lambda session, actor, post, comment: comments.edit(
        session, actor, comment_id=comment.id, text=RenderedMessage("No.")
    ),
    "delete": lambda session, actor, post, comment: comments.delete(
        session, actor, comment_id=comment.id
    ),
    "pin": lambda session, actor, post, comment: comments.pin(
        session, actor, comment_id=comment.id
    ),
    "react": lambda session, actor, post, comment: reactions.react(
        session, actor, target="post", target_id=post.id, code="like"
    ),
    "react to a comment": lambda session, actor, post, comment: reactions.react(
        session, actor, target="comment", target_id=comment.id, code="like"
    ),
    "watch": lambda session, actor, post, comment: notifications.watch(
        session, actor, post_id=post.id
    ),
    "notify": lambda session, actor, post, comment: fan_out.notify_post_subscribers(
        session, post_id=post.id
    ),
    "thread": lambda session, actor, post, comment: comments.get_thread(
        session, actor, post_id=post.id
    ),
    "comment": lambda session, actor, post, comment: comments.find_audiences(
        session, comment.id, [actor]
    ),
    "pin post": lambda session, actor, post, comment: posts.pin(session, actor, post_id=post.id),
    "unpublish": lambda session, actor, post, comment: posts.unpublish(
        session, actor, post_id=post.id
    ),
    "delete post": lambda session, actor, post, comment: posts.delete(
        session, actor, post_id=post.id
    ),
}


@pytest.mark.parametrize("name", ACTIONS)
async def test_an_action_does_not_load_the_text_of_the_post(cast: Cast, name: str) -> None:
    community = await factories.community(cast.olga)
    post = await factories.post(cast.alice, community_id=community.id)
    comment = await reply(cast.alice, post)
    with capture_queries() as statements:
        async with unit_of_work() as session:
            await ACTIONS[name](session, cast.olga, post, comment)
    assert [statement for statement in statements if selects(statement, "posts", "html")] == []


# The search index contains the text of the new comment.
@pytest.mark.parametrize(("name", "count"), [("reply", 1), ("delete", 0)])
async def test_an_action_does_not_load_the_texts_of_other_comments(
    cast: Cast, name: str, count: int
) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.alice, post)
    with capture_queries() as statements:
        async with unit_of_work() as session:
            await ACTIONS[name](session, cast.olga, post, comment)
    assert sum(selects(statement, "comments", "html") for statement in statements) == count


async def test_the_page_of_a_post_does_not_load_the_markdown_source(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    with capture_queries() as statements:
        async with unit_of_work() as session:
            view = await posts.get_article(session, cast.bob, post.id)
    assert view.html == post.html
    assert not any(selects(statement, "posts", "text") for statement in statements)


def selects(statement: str, table: str, column: str) -> bool:
    """Return whether a statement reads a column, also if the statement renames the table."""
    return statement.startswith("SELECT") and (
        f"{table}.{column}" in statement or f"{table}_1.{column}" in statement
    )
