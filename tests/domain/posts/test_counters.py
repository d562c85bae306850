import asyncio
from datetime import UTC, datetime, timedelta

from community.core.db.sessions import read_session, unit_of_work
from community.domain import posts
from community.domain.posts.counters import compute_hotness
from community.models import Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import get_post_view
from tests.query_capture import capture_queries

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


async def reload_post(post: Post) -> Post:
    async with read_session() as session:
        return await session.get_one(Post, post.id)


def test_ten_times_as_many_reactions_offset_half_a_day_of_age_in_the_popular_feed() -> None:
    older = compute_hotness(NOON, reactions=99, comments=0)
    newer = compute_hotness(NOON + timedelta(seconds=45_000), reactions=9, comments=0)
    assert abs(older - newer) < 1e-9
    assert compute_hotness(NOON, reactions=1, comments=0) > compute_hotness(
        NOON, reactions=0, comments=1
    )
    assert compute_hotness(NOON, reactions=0, comments=1) > compute_hotness(
        NOON, reactions=0, comments=0
    )


async def test_comments_and_reactions_update_the_hotness_of_a_post(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await posts.adjust_comments_count(session, post.id, 1)
        row = await posts.get_readable(session, cast.bob, post.id)
        await posts.set_reaction_counts(session, row, {"like": 2, "fire": 1})
        await posts.adjust_comments_count(session, post.id, 1)
        assert row.comments_count == 2
    row = await reload_post(post)
    assert (row.comments_count, row.reactions_count) == (2, 3)
    assert row.reactions == {"like": 2, "fire": 1}
    assert row.published_at is not None
    assert row.hotness == compute_hotness(row.published_at, reactions=3, comments=2)


async def test_concurrent_comments_are_all_counted(cast: Cast) -> None:
    post = await factories.post(cast.alice)

    async def add_comment() -> None:
        async with unit_of_work() as session:
            await posts.get_readable(session, cast.bob, post.id)
            await posts.adjust_comments_count(session, post.id, 1)

    await asyncio.gather(*(add_comment() for _ in range(8)))
    assert (await reload_post(post)).comments_count == 8


async def test_reactions_in_a_post_view_have_an_emoji_and_a_fixed_order(cast: Cast) -> None:
    post = await factories.post(cast.alice, reactions={"fire": 1, "like": 2, "removed": 0})
    view = await get_post_view(cast.guest, post)
    assert {reaction.code: reaction.count for reaction in view.reactions} == {"like": 2, "fire": 1}
    assert view.reactions[0].code == "like"
    assert all(reaction.emoji for reaction in view.reactions)


async def test_views_are_saved_in_batches_and_counted_once_per_viewer_and_batch(cast: Cast) -> None:
    async with unit_of_work() as session:
        # Remove the views that earlier tests in this process recorded.
        await posts.flush_views(session)
    first, second = await factories.post(cast.alice), await factories.post(cast.alice)
    with capture_queries() as statements:
        for actor in (cast.bob, cast.bob, cast.charlie, cast.guest, cast.guest):
            posts.record_view(actor, first.id)
        posts.record_view(cast.bob, second.id)
        posts.record_view(cast.bob, 999_999)
    assert statements == []
    async with unit_of_work() as session:
        assert await posts.flush_views(session) == 5
    async with unit_of_work() as session:
        assert await posts.flush_views(session) == 0
    assert (await get_post_view(cast.guest, first)).views_count == 3
    assert (await get_post_view(cast.guest, second)).views_count == 1
    posts.record_view(cast.bob, first.id)
    async with unit_of_work() as session:
        await posts.flush_views(session)
    assert (await get_post_view(cast.guest, first)).views_count == 4


async def test_loading_a_post_takes_a_constant_number_of_queries(cast: Cast) -> None:
    bread = await factories.community(cast.olga)
    post = await factories.post(cast.alice, community_id=bread.id)
    await get_post_view(
        cast.bob, post
    )  # The first call fills the caches of settings and reactions.
    for actor, cost in ((cast.guest, 1), (cast.olga, 3), (cast.bob, 4)):
        with capture_queries() as statements:
            await get_post_view(actor, post)
        assert len(statements) == cost
