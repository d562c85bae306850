"""Tests of the top authors of each period."""

import math
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select, update

from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import discovery, follows, ratings, site
from community.domain.ratings import TopAuthor
from community.jobs.runner import run_scheduled_job
from community.models import Follow, PeriodRating, User
from tests.cast import Cast
from tests.private_community import create_private_community
from tests.query_capture import capture_queries


async def run_update() -> None:
    await run_scheduled_job("update_top_authors")


async def follow(follower: Actor, followed: Actor, days: float = 0) -> None:
    created_at = clock.now() - timedelta(days=days, minutes=1)
    async with unit_of_work() as session:
        session.add(Follow(follower_id=follower.id, followed_id=followed.id, created_at=created_at))


async def choose(cast: Cast, **values: Any) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.TopUsersSettings(**values))


async def load(actor: Actor = GUEST, **options: Any) -> list[TopAuthor]:
    async with read_session() as session:
        return (await ratings.list_top_authors(session, actor, **options)).items


async def list_places(actor: Actor = GUEST, **options: Any) -> list[tuple[int, str]]:
    return [(author.place, author.slug) for author in await load(actor, **options)]


async def list_sidebar_slugs() -> list[str]:
    discovery.invalidate_sidebar()
    return [author.slug for author in (await discovery.get_sidebar(GUEST)).top_authors]


async def test_each_period_counts_its_responses_with_full_weight(cast: Cast) -> None:
    await follow(cast.olga, cast.alice, 400)
    await follow(cast.bob, cast.alice, 300)
    await follow(cast.charlie, cast.alice, 20)
    await follow(cast.alice, cast.bob, 5)
    await follow(cast.charlie, cast.bob, 0.5)
    await run_update()
    expected = {
        "day": [(1, "bob")],
        "week": [(1, "bob")],
        "month": [(1, "bob"), (2, "alice")],
        "year": [(1, "alice"), (1, "bob")],
        "all": [(1, "alice"), (2, "bob")],
    }
    assert {period: await list_places(period=period) for period in expected} == expected
    [alice, _bob] = await load(period="all")
    assert alice.rating == round(3 * 10 * math.log1p(3))


async def test_an_update_replaces_the_authors_of_the_one_before(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    await run_update()
    await run_update()
    assert await list_places() == [(1, "alice")]
    async with unit_of_work() as session:
        for row in await session.scalars(select(Follow)):
            await session.delete(row)
    await run_update()
    async with read_session() as session:
        assert (await session.scalars(select(PeriodRating))).all() == []


@pytest.mark.parametrize("values", [{"banned_at": clock.now()}, {"deleted_at": clock.now()}])
async def test_banned_and_deleted_people_disappear_at_once(
    cast: Cast, values: dict[str, object]
) -> None:
    await follow(cast.charlie, cast.alice)
    await follow(cast.olga, cast.alice)
    await follow(cast.charlie, cast.bob)
    await run_update()
    assert await list_places() == [(1, "alice"), (2, "bob")]
    async with unit_of_work() as session:
        await session.execute(update(User).where(col(User.id) == cast.alice.id).values(**values))
    assert await list_places() == [(1, "bob")]


async def test_excluded_people_disappear_and_return_at_once(cast: Cast) -> None:
    await follow(cast.charlie, cast.alice)
    await follow(cast.olga, cast.alice)
    await follow(cast.charlie, cast.bob)
    await run_update()
    await choose(cast, excluded=("@Alice",))
    assert await list_places() == [(1, "bob")]
    await choose(cast)
    assert await list_places() == [(1, "alice"), (2, "bob")]


async def test_excluded_people_do_not_shorten_the_list(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.domain.ratings.top_authors.MAX_TOP_AUTHORS", 2)
    monkeypatch.setattr("community.domain.ratings.top_authors.STORED_AUTHORS", 3)
    for followed in (cast.alice, cast.bob, cast.charlie):
        await follow(cast.olga, followed)
    await run_update()
    assert [slug for _, slug in await list_places()] == ["alice", "bob"]
    await choose(cast, excluded=("alice",))
    assert [slug for _, slug in await list_places()] == ["bob", "charlie"]


async def test_ignored_people_are_omitted_and_keep_their_place(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    await follow(cast.olga, cast.alice)
    await follow(cast.olga, cast.bob)
    await run_update()
    async with unit_of_work() as session:
        await follows.ignore(session, cast.charlie, user_id=cast.alice.id)
    assert await list_places(replace(cast.charlie, has_ignored_users=True)) == [(2, "bob")]


async def test_pages_follow_each_other_also_between_equal_ratings(cast: Cast) -> None:
    for followed in (cast.alice, cast.bob, cast.charlie):
        await follow(cast.olga, followed)
    await follow(cast.alice, cast.charlie)
    await run_update()
    found, cursor = [], None
    async with read_session() as session:
        await site.get_settings_section(session, site.TopUsersSettings)  # cached
        for _page in range(3):
            with capture_queries() as statements:
                page = await ratings.list_top_authors(session, limit=1, cursor=cursor)
            assert len(statements) == 1
            found += [(author.place, author.slug) for author in page.items]
            cursor = page.next_cursor
    assert found == [(1, "charlie"), (2, "alice"), (2, "bob")]
    assert cursor is None
    with pytest.raises(Invalid):
        await load(cursor="nonsense")


async def test_the_sidebar_shows_the_chosen_period_and_number(cast: Cast) -> None:
    await follow(cast.charlie, cast.alice, 20)
    await follow(cast.olga, cast.alice, 20)
    await follow(cast.charlie, cast.bob, 2)
    await run_update()
    assert await list_sidebar_slugs() == ["alice", "bob"]
    await choose(cast, size=1)
    assert await list_sidebar_slugs() == ["alice"]
    await choose(cast, period="week")
    assert await list_sidebar_slugs() == ["bob"]
    await choose(cast, enabled=False)
    assert await list_sidebar_slugs() == []


@pytest.mark.parametrize("is_private", [False, True])
async def test_responses_to_posts_that_guests_may_not_read_do_not_count(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, *, is_private: bool
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=is_private)
    await run_update()
    # Bob follows Alice, and Charlie has responded to her posts.
    [alice] = [author for author in await load(scenario.member) if author.slug == "alice"]
    of_bob, of_charlie = math.log1p(3), math.log1p(2 + 1)
    assert alice.rating == round(10 * (of_bob if is_private else of_bob + of_charlie))
