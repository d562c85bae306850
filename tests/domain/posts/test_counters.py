import asyncio
from datetime import UTC, datetime, timedelta

from community.core.database import reading, unit_of_work
from community.domain import posts
from community.domain.posts import hotness
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.posts.writing import seen
from tests.queries import counted

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


async def stored(post: Post) -> Post:
    async with reading() as session:
        return await session.get_one(Post, post.id)


def test_ten_times_the_interest_is_worth_half_a_day() -> None:
    older = hotness(NOON, reactions=99, comments=0)
    newer = hotness(NOON + timedelta(seconds=45_000), reactions=9, comments=0)
    assert abs(older - newer) < 1e-9
    assert hotness(NOON, reactions=1, comments=0) > hotness(NOON, reactions=0, comments=1)
    assert hotness(NOON, reactions=0, comments=1) > hotness(NOON, reactions=0, comments=0)


async def test_comments_and_reactions_move_the_rank_of_a_post(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await posts.count_comment(session, post.id, 1)
        row = await posts.get_readable(session, cast.bob, post.id)
        await posts.set_reactions(session, row, {"like": 2, "fire": 1})
        await posts.count_comment(session, post.id, 1)
        assert row.comments_count == 2
    row = await stored(post)
    assert (row.comments_count, row.reactions_count) == (2, 3)
    assert row.reactions == {"like": 2, "fire": 1}
    assert row.published_at is not None
    assert row.hotness == hotness(row.published_at, reactions=3, comments=2)


async def test_writers_at_once_lose_no_count(cast: Cast) -> None:
    post = await factories.post(cast.alice)

    async def comment() -> None:
        async with unit_of_work() as session:
            await posts.get_readable(session, cast.bob, post.id)
            await posts.count_comment(session, post.id, 1)

    await asyncio.gather(*(comment() for _ in range(8)))
    assert (await stored(post)).comments_count == 8


async def test_reactions_are_shown_with_their_emoji_in_their_order(cast: Cast) -> None:
    post = await factories.post(cast.alice, reactions={"fire": 1, "like": 2, "gone": 0})
    view = await seen(cast.guest, post)
    assert {each.code: each.count for each in view.reactions} == {"like": 2, "fire": 1}
    assert view.reactions[0].code == "like"
    assert all(each.emoji for each in view.reactions)


async def test_looking_is_counted_in_batches_once_for_each_reader(cast: Cast) -> None:
    async with unit_of_work() as session:
        await posts.flush_views(session)  # what other stories of this process looked at
    one, other = await factories.post(cast.alice), await factories.post(cast.alice)
    with counted() as statements:
        for actor in (cast.bob, cast.bob, cast.charlie, cast.guest, cast.guest):
            posts.note_view(actor, one.id)
        posts.note_view(cast.bob, other.id)
        posts.note_view(cast.bob, 999_999)
    assert statements == []
    async with unit_of_work() as session:
        assert await posts.flush_views(session) == 5
    async with unit_of_work() as session:
        assert await posts.flush_views(session) == 0
    assert (await seen(cast.guest, one)).views_count == 3
    assert (await seen(cast.guest, other)).views_count == 1
    posts.note_view(cast.bob, one.id)
    async with unit_of_work() as session:
        await posts.flush_views(session)
    assert (await seen(cast.guest, one)).views_count == 4


async def test_a_post_costs_a_constant_number_of_queries(cast: Cast) -> None:
    bread = await factories.community(cast.olga)
    post = await factories.post(cast.alice, community_id=bread.id)
    await seen(cast.bob, post)  # the process learns the settings and reactions of the site
    for actor, cost in ((cast.guest, 1), (cast.olga, 3), (cast.bob, 4)):
        with counted() as statements:
            await seen(actor, post)
        assert len(statements) == cost
