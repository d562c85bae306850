"""Tests of the list of the comments of a user."""

from dataclasses import replace

from community.core.actor import GUEST, Actor
from community.core.db.pagination import Page
from community.core.db.sessions import read_session
from community.core.text.safe_html import extract_plain_text
from community.domain import comments
from community.domain.comments.schemas import AuthoredComment
from tests import factories
from tests.cast import Cast
from tests.domain.actions import delete_comment, ignore, reply, unpublish_post
from tests.query_capture import capture_queries


async def read_page(
    actor: Actor, author: Actor, *, cursor: str | None = None, limit: int = 20
) -> Page[AuthoredComment]:
    async with read_session() as session:
        return await comments.list_published_by_author(
            session, actor, author_id=author.id, cursor=cursor, limit=limit
        )


async def list_texts(actor: Actor, author: Actor) -> list[str]:
    page = await read_page(actor, author)
    return [extract_plain_text(item.html).strip() for item in page.items]


async def test_the_comments_of_a_user_are_listed_newest_first_with_their_posts(cast: Cast) -> None:
    post = await factories.post(cast.alice, "On rye")
    first = await reply(cast.bob, post, "First")
    await reply(cast.alice, post, "By another user", parent=first)
    second = await reply(cast.bob, post, "Second")
    items = (await read_page(GUEST, cast.bob)).items
    assert [(item.id, item.post.title) for item in items] == [
        (second.id, "On rye"),
        (first.id, "On rye"),
    ]
    assert [item.replies_count for item in items] == [0, 1]
    assert items[0].url.endswith(f"#comment-{second.id}")


async def test_only_published_comments_on_listed_posts_are_listed(cast: Cast) -> None:
    post, unpublished = await factories.post(cast.alice), await factories.post(cast.alice)
    await reply(cast.bob, post, "Shown")
    deleted = await reply(cast.bob, post, "Deleted")
    await delete_comment(cast.bob, deleted)
    await reply(cast.bob, unpublished, "On a post without readers")
    await unpublish_post(cast.alice, unpublished)
    for viewer in (GUEST, cast.bob, cast.alice):
        assert await list_texts(viewer, cast.bob) == ["Shown"]


async def test_comments_on_the_posts_of_ignored_authors_are_not_listed(cast: Cast) -> None:
    await reply(cast.bob, await factories.post(cast.alice), "Hidden")
    await ignore(cast.charlie, cast.alice)
    charlie = replace(cast.charlie, has_ignored_users=True)
    assert await list_texts(charlie, cast.bob) == []
    assert await list_texts(GUEST, cast.bob) == ["Hidden"]


async def test_pages_follow_each_other_with_a_constant_number_of_queries(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    for number in range(5):
        await reply(cast.bob, post, f"Text {number}")
    with capture_queries() as statements:
        first = await read_page(GUEST, cast.bob, limit=3)
    assert len(statements) == 2
    second = await read_page(GUEST, cast.bob, limit=3, cursor=first.next_cursor)
    ids = [item.id for item in (*first.items, *second.items)]
    assert (len(first.items), len(second.items)) == (3, 2)
    assert ids == sorted(ids, reverse=True)
    assert second.next_cursor is None
