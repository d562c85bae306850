"""Tests that the query parameters of a post URL determine which comments the page shows."""

from itertools import chain

import pytest

from community.core.db.sessions import read_session, unit_of_work
from community.domain import comments, posts
from community.domain.comments import Order, ThreadPage
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast


async def create_comment(cast: Cast, post: Post, parent: Comment | None = None) -> Comment:
    async with unit_of_work() as session:
        parent_id = parent.id if parent else None
        return await comments.reply(
            session,
            cast.bob,
            post_id=post.id,
            text=await comments.render_text("Well."),
            parent_id=parent_id,
        )


async def get_thread_page(cast: Cast, post: Post, **query: str) -> ThreadPage:
    async with read_session() as session:
        loaded = await posts.get_readable(session, cast.guest, post.id)
        return await comments.get_thread_page(session, cast.guest, loaded, **query)


def list_comment_ids(page: ThreadPage) -> list[int]:
    return [comment.id for comment in page.thread.items]


async def test_a_linked_comment_is_shown_below_its_ancestors(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await create_comment(cast, post)
    branch = [await create_comment(cast, post)]
    for _ in range(8):
        branch.append(await create_comment(cast, post, branch[-1]))
    page = await get_thread_page(cast, post, comment=str(branch[6].id))
    assert page.focus_id == branch[6].id
    assert list_comment_ids(page) == [comment.id for comment in branch]


async def test_only_comments_with_more_replies_than_shown_have_a_cursor(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root = await create_comment(cast, post)
    await create_comment(cast, post, root)
    child = await create_comment(cast, post, root)
    for _ in range(5):
        await create_comment(cast, post, child)
    page = await get_thread_page(cast, post, comment=str(child.id))
    assert list(page.thread.more) == [str(child.id)]


async def test_a_link_to_a_missing_comment_opens_the_whole_discussion(cast: Cast) -> None:
    post, elsewhere = await factories.post(cast.alice), await factories.post(cast.alice, "Other")
    root, deleted = await create_comment(cast, post), await create_comment(cast, post)
    async with unit_of_work() as session:
        await comments.delete(session, cast.bob, comment_id=deleted.id)
    foreign = await create_comment(cast, elsewhere)
    for linked in (str(deleted.id), str(foreign.id), "999999", "9" * 30, "²", "x"):
        page = await get_thread_page(cast, post, comment=linked)
        assert (page.focus_id, page.is_focus_missing, list_comment_ids(page)) == (
            None,
            True,
            [root.id],
        )


async def test_sort_order_and_cursor_are_taken_from_the_url(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    roots = [await create_comment(cast, post) for _ in range(21)]
    first = await get_thread_page(cast, post, order="old")
    assert first.order is Order.OLD
    assert first.thread.next_cursor is not None
    later = await get_thread_page(cast, post, order="old", after=first.thread.next_cursor)
    assert (later.is_continuation, list_comment_ids(later)) == (True, [roots[-1].id])


async def test_invalid_query_parameters_open_the_first_page(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    root = await create_comment(cast, post)
    page = await get_thread_page(cast, post, order="sideways", after="nonsense")
    assert (page.order, page.is_continuation, list_comment_ids(page)) == (
        Order.BEST,
        False,
        [root.id],
    )


@pytest.mark.parametrize("order", Order)
async def test_the_first_page_contains_the_pinned_comment_in_addition_to_the_limit(
    cast: Cast, order: Order
) -> None:
    post = await factories.post(cast.alice)
    ids = [(await create_comment(cast, post)).id for _ in range(4)]
    async with unit_of_work() as session:
        await comments.pin(session, cast.alice, comment_id=ids[2])
    pages: list[list[int]] = []
    cursor: str | None = None
    while cursor is not None or not pages:
        async with read_session() as session:
            page = await comments.get_thread(
                session, cast.guest, post_id=post.id, order=order, cursor=cursor, limit=2
            )
        pages.append([comment.id for comment in page.items])
        cursor = page.next_cursor
    assert [len(page) for page in pages] == [3, 1]
    assert (pages[0][0], sorted(chain(*pages))) == (ids[2], ids)
