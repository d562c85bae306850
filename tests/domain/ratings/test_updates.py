"""Tests of the rating and of the history of places."""

import math
from datetime import timedelta

import pytest
from sqlalchemy import func
from sqlmodel import col, select, update

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.text.markup import RenderedMessage
from community.domain import accounts, comments, merging, people, ratings
from community.jobs import update_ratings
from community.jobs.runner import run_scheduled_job
from community.models import Comment, Follow, Post, RatingPlace, Reaction, User
from tests import factories
from tests.cast import Cast

TODAY = clock.now().date


async def run_update() -> None:
    await run_scheduled_job("update_ratings")


async def load_ratings() -> dict[str, tuple[float, int | None]]:
    """Return the rating and the place of each user who has a place today."""
    async with read_session() as session:
        rows = await session.execute(
            select(User.slug, RatingPlace.rating, RatingPlace.place)
            .join(RatingPlace, col(RatingPlace.user_id) == col(User.id))
            .where(RatingPlace.date == TODAY())
        )
        return {slug: (rating, place) for slug, rating, place in rows}


async def load_history(user_id: int) -> ratings.RatingHistory:
    async with read_session() as session:
        return await ratings.get_history(session, user_id=user_id)


async def react(user_id: int, *, post: Post | None = None, comment_id: int | None = None) -> None:
    async with unit_of_work() as session:
        post_id = post.id if post else None
        session.add(Reaction(user_id=user_id, post_id=post_id, comment_id=comment_id, code="like"))


async def follow(follower_id: int, followed_id: int) -> None:
    async with unit_of_work() as session:
        session.add(Follow(follower_id=follower_id, followed_id=followed_id))


async def make_older(days: float) -> None:
    """Make all follows older by a number of days."""
    async with unit_of_work() as session:
        for row in await session.scalars(select(Follow)):
            row.created_at -= timedelta(days=days)


async def change_user(user_id: int, **values: object) -> None:
    async with unit_of_work() as session:
        await session.execute(update(User).where(col(User.id) == user_id).values(**values))


def expect(*sums: float) -> float:
    """Return the rating if each of the people has the given sum of undecayed weights."""
    return 10 * sum(math.log1p(value) for value in sums)


async def test_each_kind_of_response_has_its_weight(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        comment = await comments.reply(
            session, cast.bob, post_id=post.id, text=RenderedMessage("Great")
        )
    await react(cast.charlie.id, post=post)
    await react(cast.charlie.id, comment_id=comment.id)
    await follow(cast.olga.id, cast.alice.id)
    await run_update()
    found = await load_ratings()
    # Some responses are up to a day old at the end of the day.
    assert found["alice"][0] == pytest.approx(expect(2, 1, 3), rel=0.04)
    assert found["bob"][0] == pytest.approx(expect(0.5), rel=0.04)
    assert {slug: place for slug, (_, place) in found.items()} == {"alice": 1, "bob": 2}


async def test_many_responses_of_one_person_count_less_than_those_of_several(cast: Cast) -> None:
    for number in range(20):
        await react(cast.charlie.id, post=await factories.post(cast.bob, f"Post {number}"))
    post = await factories.post(cast.alice)
    for number in range(5):
        fan = await factories.user(f"fan-{number}")
        await react(fan.id, post=post)
    await run_update()
    found = await load_ratings()
    assert found["alice"] > found["bob"]
    assert found["bob"][0] == pytest.approx(expect(20), rel=0.04)


async def test_responses_lose_half_of_their_weight_in_30_days(cast: Cast) -> None:
    await follow(cast.bob.id, cast.alice.id)
    await make_older(30)
    await run_update()
    assert (await load_ratings())["alice"][0] == pytest.approx(expect(1.5), rel=0.04)
    await make_older(400)
    await run_update()
    assert await load_ratings() == {}


async def test_own_responses_do_not_count(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.alice.id, post=post)
    async with unit_of_work() as session:
        await comments.reply(session, cast.alice, post_id=post.id, text=RenderedMessage("Me"))
    await run_update()
    assert await load_ratings() == {}


@pytest.mark.parametrize("values", [{"banned_at": clock.now()}, {"deleted_at": clock.now()}])
@pytest.mark.parametrize("is_giver", [True, False])
async def test_banned_and_deleted_accounts_do_not_count(
    cast: Cast, values: dict[str, object], is_giver: bool
) -> None:
    await follow(cast.bob.id, cast.alice.id)
    await run_update()
    assert "alice" in await load_ratings()
    await change_user(cast.bob.id if is_giver else cast.alice.id, **values)
    await run_update()
    assert await load_ratings() == {}
    async with read_session() as session:
        assert await session.scalar(select(func.count()).select_from(RatingPlace)) == 0


@pytest.mark.parametrize("status", ["unpublished", "deleted"])
async def test_responses_to_posts_that_are_not_public_do_not_count(cast: Cast, status: str) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        comment = await comments.reply(
            session, cast.bob, post_id=post.id, text=RenderedMessage("Great")
        )
    await react(cast.charlie.id, post=post)
    await react(cast.charlie.id, comment_id=comment.id)
    async with unit_of_work() as session:
        await session.execute(update(Post).values(status=status))
    await run_update()
    assert await load_ratings() == {}


@pytest.mark.parametrize("status", ["on_moderation", "deleted"])
async def test_hidden_comments_do_not_count(cast: Cast, status: str) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        comment = await comments.reply(
            session, cast.bob, post_id=post.id, text=RenderedMessage("Great")
        )
    await react(cast.charlie.id, comment_id=comment.id)
    async with unit_of_work() as session:
        await session.execute(update(Comment).values(moderation_status=status))
    await run_update()
    assert await load_ratings() == {}


async def test_the_places_of_a_day_are_stored_once(cast: Cast) -> None:
    await follow(cast.bob.id, cast.alice.id)
    await run_update()
    await follow(cast.alice.id, cast.bob.id)
    await follow(cast.charlie.id, cast.bob.id)
    await run_update()
    history = await load_history(cast.alice.id)
    assert [(point.date, point.place, point.change) for point in history.items] == [
        (TODAY(), 2, None)
    ]


async def test_the_change_is_that_since_the_update_before(cast: Cast) -> None:
    await follow(cast.bob.id, cast.alice.id)
    await update_ratings.update_place_history(TODAY() - timedelta(days=3))
    # The follow above is younger than that day, so it counts only from today.
    assert await load_ratings() == {}
    async with unit_of_work() as session:
        for user, place in ((cast.alice, 4), (cast.bob, 1)):
            session.add(
                RatingPlace(
                    user_id=user.id, date=TODAY() - timedelta(days=2), place=place, rating=1
                )
            )
    await run_update()
    history = await load_history(cast.alice.id)
    assert [(point.place, point.change) for point in history.items] == [(1, 3), (4, None)]
    assert (history.place, history.rating) == (1, history.items[0].rating)


async def test_users_with_the_same_rating_share_a_place(cast: Cast) -> None:
    for user in (cast.alice, cast.bob, cast.charlie):
        await follow(cast.olga.id, user.id)
    await follow(cast.alice.id, cast.olga.id)
    await follow(cast.alice.id, cast.charlie.id)
    await run_update()
    places = {slug: place for slug, (_, place) in (await load_ratings()).items()}
    assert places == {"charlie": 1, "alice": 2, "bob": 2, "olga": 2}


async def test_places_are_deleted_after_a_year(cast: Cast) -> None:
    async with unit_of_work() as session:
        for age in (366, 367):
            day = TODAY() - timedelta(days=age)
            session.add(RatingPlace(user_id=cast.alice.id, date=day, place=1, rating=1))
    await run_update()
    async with read_session() as session:
        days = (await session.scalars(select(col(RatingPlace.date)))).all()
    assert days == [TODAY() - timedelta(days=366)]


async def test_old_places_are_deleted_in_batches(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update_ratings, "BATCH_SIZE", 2)
    async with unit_of_work() as session:
        for age in range(370, 375):
            day = TODAY() - timedelta(days=age)
            session.add(RatingPlace(user_id=cast.alice.id, date=day, place=1, rating=1))
    await run_update()
    async with read_session() as session:
        assert await session.scalar(select(func.count()).select_from(RatingPlace)) == 0


async def test_a_dry_run_counts_the_users_and_stores_nothing(cast: Cast) -> None:
    await follow(cast.bob.id, cast.alice.id)
    assert await update_ratings.update_place_history(TODAY(), dry_run=True) == 1
    assert await load_ratings() == {}
    assert await update_ratings.update_place_history(TODAY()) == 1


async def test_an_interrupted_update_changes_nothing_and_can_be_repeated(cast: Cast) -> None:
    await follow(cast.bob.id, cast.alice.id)
    await run_update()
    before = await load_ratings()
    await follow(cast.charlie.id, cast.bob.id)
    async with read_session() as session:  # It is never committed.
        await ratings.store_places(session, TODAY())
    assert await load_ratings() == before
    await run_update()
    assert set(await load_ratings()) == {"alice", "bob"}


async def test_profiles_show_the_places_of_the_latest_day(cast: Cast) -> None:
    await follow(cast.bob.id, cast.alice.id)
    await run_update()
    async with read_session() as session:
        alice = await people.get_profile(session, cast.charlie, "alice")
        bob = await people.get_profile(session, cast.charlie, "bob")
    assert (alice.place, alice.rating) == (1, (await load_ratings())["alice"][0])
    assert (bob.place, bob.rating) == (None, 0)


async def test_a_merged_account_loses_its_places(cast: Cast) -> None:
    for user in (cast.alice, cast.bob):
        await follow(cast.charlie.id, user.id)
    await run_update()
    async with unit_of_work() as session:
        await merging.merge(
            session, accounts.OPERATOR, source_id=cast.bob.id, target_id=cast.alice.id
        )
    assert set(await load_ratings()) == {"alice"}
