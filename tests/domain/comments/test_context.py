"""Tests of the comments that a link to a comment shows: ancestors, siblings and replies."""

import pytest

from community.core.db.sessions import read_session, unit_of_work
from community.domain import comments
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import react, reply
from tests.query_capture import capture_queries


async def get_thread_around(cast: Cast, comment: Comment) -> comments.Thread:
    async with read_session() as session:
        return await comments.get_with_context(session, cast.guest, comment_id=comment.id)


async def list_all_replies(cast: Cast, thread: comments.Thread, parent: Comment) -> list[int]:
    """Return the IDs of all replies to `parent`.

    The first replies are in `thread`. The function requests the other replies page by page.
    """
    ids = [comment.id for comment in thread.items if comment.parent_id == parent.id]
    cursor = thread.more.get(str(parent.id))
    while cursor is not None:
        async with read_session() as session:
            page = await comments.list_replies(
                session, cast.guest, comment_id=parent.id, cursor=cursor, limit=2
            )
        ids += [comment.id for comment in page.items if comment.parent_id == parent.id]
        cursor = page.next_cursor
    return ids


async def create_six_replies(cast: Cast, post: Post) -> tuple[Comment, list[Comment]]:
    """Create a comment with six replies. Return the comment and the replies, newest first."""
    root = await reply(cast.alice, post)
    return root, [await reply(cast.bob, post, parent=root) for _ in range(6)][::-1]


@pytest.mark.parametrize("position", range(6))
async def test_a_linked_comment_is_shown_with_its_first_siblings_and_the_others_are_paginated(
    cast: Cast, position: int
) -> None:
    post = await factories.post(cast.alice)
    root, replies = await create_six_replies(cast, post)
    thread = await get_thread_around(cast, replies[position])
    shown = [comment.id for comment in thread.items if comment.parent_id == root.id]
    first = [comment.id for comment in replies[:3]]
    assert shown == (first if position < 3 else [*first, replies[position].id])
    assert set(await list_all_replies(cast, thread, root)) == {comment.id for comment in replies}


async def test_every_ancestor_is_shown_with_its_first_replies(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root, replies = await create_six_replies(cast, post)
    for comment in replies[:3]:
        for user in (cast.alice, cast.charlie):
            await react(user, comment)
    deeper = [await reply(cast.alice, post, parent=replies[5]) for _ in range(4)]
    thread = await get_thread_around(cast, deeper[0])
    expected = [root, *replies[:3], replies[5], *deeper[:0:-1], deeper[0]]
    assert [comment.id for comment in thread.items] == [comment.id for comment in expected]
    assert set(thread.more) == {str(root.id)}


async def test_a_pinned_reply_is_shown_among_its_siblings(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root, replies = await create_six_replies(cast, post)
    async with unit_of_work() as session:
        await comments.pin(session, cast.alice, comment_id=replies[0].id)
    thread = await get_thread_around(cast, replies[1])
    assert set(await list_all_replies(cast, thread, root)) == {comment.id for comment in replies}
    context = await get_thread_around(cast, root)
    assert replies[0].id in [comment.id for comment in context.items]


async def test_the_number_of_queries_does_not_depend_on_the_depth_of_the_linked_comment(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    _, replies = await create_six_replies(cast, post)
    costs, deep = [], replies[4]
    for _ in range(3):
        deep = await reply(cast.alice, post, parent=deep)
        with capture_queries() as statements:
            await get_thread_around(cast, deep)
        costs.append(len(statements))
    assert costs[0] == costs[1] == costs[2] <= 10
