"""Tests that the number of SQL queries for comments does not depend on the size of the thread."""

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import comments
from community.models import Comment, Post
from tests import counters, factories
from tests.cast import Cast
from tests.domain.actions import reply
from tests.query_capture import capture_queries


async def count_reply_queries(author: Actor, post: Post, parent: Comment) -> int:
    """Return the number of SQL statements that create a reply to `parent` and load that reply."""
    with capture_queries() as statements:
        async with unit_of_work() as session:
            sent = await comments.reply(
                session,
                author,
                post_id=post.id,
                text=await comments.render_text("Well said."),
                parent_id=parent.id,
            )
            await comments.get_view(session, author, sent.id)
    return len(statements)


async def test_the_number_of_queries_for_a_reply_does_not_depend_on_depth_or_siblings(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    deep = root = await reply(cast.alice, post)
    first = await count_reply_queries(cast.bob, post, root)
    for _ in range(12):
        deep = await reply(cast.alice, post, parent=deep)
        await reply(cast.charlie, post, parent=root)
    # A deeper reply takes one more query, which loads the name of the parent comment's author.
    assert await count_reply_queries(cast.bob, post, deep) <= first + 1


async def test_the_number_of_queries_for_a_page_does_not_depend_on_the_length_of_the_thread(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    costs = []
    for _ in range(2):
        parent = await reply(cast.alice, post)
        for _ in range(3):
            parent = await reply(cast.bob, post, parent=parent)
        with capture_queries() as statements:
            async with read_session() as session:
                await comments.get_thread(session, cast.charlie, post_id=post.id)
        costs.append(len(statements))
        for _ in range(25):
            await reply(cast.charlie, post)
    assert costs[0] == costs[1] <= 10
    async with read_session() as session:
        mismatches = await counters.find_counter_mismatches(session)
    assert [mismatch for mismatch in mismatches if "users." not in mismatch] == []


async def test_the_first_three_replies_of_each_comment_are_shown_in_the_requested_order(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    roots = [await reply(cast.alice, post) for _ in range(2)]
    reply_ids = {
        root.id: [(await reply(cast.bob, post, parent=root)).id for _ in range(5)] for root in roots
    }
    async with read_session() as session:
        page = await comments.get_thread(
            session, cast.guest, post_id=post.id, order=comments.Order.OLD
        )
    for root, replies in reply_ids.items():
        assert [comment.id for comment in page.items if comment.parent_id == root] == replies[:3]
        assert str(root) in page.more
