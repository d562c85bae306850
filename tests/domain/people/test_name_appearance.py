"""Tests of the badges beside names, and of the styles of names."""

from typing import Any

import pytest

from community.components.people import BADGE_NAMES, STYLE_NAMES
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied
from community.domain import comments, discovery, follows, people
from community.domain.people.name_appearance import NameAppearance
from community.models import RatingPlace, User
from community.styles import profile as styles
from community.styles.ui import icons
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply, run
from tests.domain.subscriptions.grants import GRANTED, grant, load_actor
from tests.query_capture import capture_queries

SHOWN = ("star", "ocean")


async def choose(actor: Actor, **values: Any) -> bool:
    return await run(people.name_appearance.change, actor, NameAppearance(**values))


async def subscribe(admin: Actor, user: Actor) -> Actor:
    """Give the user a plan, and choose a badge and a style."""
    await grant(admin, user, "badge", "fancy_nickname")
    actor = await load_actor(user)
    await choose(actor, badge="star", name_style="ocean")
    return actor


async def get_shown(user: Actor) -> tuple[str | None, str | None]:
    async with read_session() as session:
        profile = await people.get_profile(session, user, user.id)
        summary = (await people.find_user_summaries(session, [user.id]))[user.id]
    assert (profile.badge, profile.name_style) == (summary.badge, summary.name_style)
    return summary.badge, summary.name_style


async def test_the_badge_and_the_style_are_shown_while_the_user_has_the_plan(cast: Cast) -> None:
    await subscribe(cast.olga, cast.alice)
    assert await get_shown(cast.alice) == SHOWN
    with clock.travel(GRANTED):
        assert await get_shown(cast.alice) == (None, None)
        async with read_session() as session:
            preferences = await people.get_preferences(session, cast.alice)
        assert (preferences.badge, preferences.name_style) == SHOWN
        assert not preferences.may_use_badge
        await payments.renew_subscriptions()
        await grant(cast.olga, cast.alice, "badge", until=clock.now() + GRANTED)
        assert await get_shown(cast.alice) == ("star", None)


async def test_each_field_needs_its_feature(cast: Cast) -> None:
    await grant(cast.olga, cast.alice, "badge")
    alice = await load_actor(cast.alice)
    assert await choose(alice, badge="star")
    attempts: list[tuple[Actor, dict[str, str | None]]] = [
        (alice, {"name_style": "ocean"}),
        (cast.bob, {"badge": "star"}),
        (cast.bob, {"badge": None}),
    ]
    for actor, values in attempts:
        with pytest.raises(PermissionDenied) as caught:
            await choose(actor, **values)
        assert caught.value.code == "subscription_feature_required"
    assert await get_shown(cast.alice) == ("star", None)


async def test_banned_users_and_guests_choose_nothing(cast: Cast) -> None:
    for actor, code in [(cast.mallory, "banned"), (cast.guest, "unauthenticated")]:
        with pytest.raises(PermissionDenied) as caught:
            await choose(actor, badge="star")
        assert caught.value.code == code


async def test_omitted_fields_keep_their_value_and_null_removes_it(cast: Cast) -> None:
    alice = await subscribe(cast.olga, cast.alice)
    assert not await choose(alice, badge="star")
    assert await choose(alice, badge="leaf")
    assert await get_shown(alice) == ("leaf", "ocean")
    assert await choose(alice, name_style=None)
    assert await get_shown(alice) == ("leaf", None)


@pytest.mark.parametrize("values", [{"badge": "verified"}, {"name_style": ""}, {"badge": ""}])
async def test_unknown_badges_and_styles_are_rejected(cast: Cast, values: dict[str, str]) -> None:
    alice = await subscribe(cast.olga, cast.alice)
    with pytest.raises(Invalid) as caught:
        await choose(alice, **values)
    assert caught.value.field_errors.keys() == values.keys()
    assert await get_shown(alice) == SHOWN


def test_each_badge_has_an_icon_and_a_name() -> None:
    assert {*people.name_appearance.BADGES} == styles.BADGE_ICONS.keys() == BADGE_NAMES.keys()
    assert set(styles.BADGE_ICONS.values()) <= icons.PATHS.keys()


def test_each_style_has_a_class_and_a_name() -> None:
    assert {*people.name_appearance.NAME_STYLES} == styles.NAME_STYLES.keys() == STYLE_NAMES.keys()


async def test_lists_of_posts_comments_and_people_show_them(cast: Cast) -> None:
    await subscribe(cast.olga, cast.alice)
    post = await factories.post(cast.alice)
    await reply(cast.alice, post, "Well said.")
    await run(follows.follow, cast.bob, user_id=cast.alice.id)
    async with read_session() as session:
        feed = await discovery.get_feed_items(session, cast.bob, name=discovery.Feed.NEW)
        thread = await comments.get_thread(session, cast.bob, post_id=post.id)
        discussions = await discovery.list_active_discussions(session)
        following = await follows.list_following(session, cast.bob, user_id=cast.bob.id)
    shown = [
        feed.items[0].post.author,
        thread.items[0].author,
        discussions[0].author,
        following.items[0],
    ]
    assert [(user.badge, user.name_style) for user in shown if user] == [SHOWN] * 4
    with clock.travel(GRANTED):
        async with read_session() as session:
            feed = await discovery.get_feed_items(session, cast.bob, name=discovery.Feed.NEW)
            thread = await comments.get_thread(session, cast.bob, post_id=post.id)
        ended = [feed.items[0].post.author, thread.items[0].author]
        assert [user.badge for user in ended if user] == [None, None]


async def test_the_number_of_queries_does_not_depend_on_the_number_of_authors(cast: Cast) -> None:
    async def count_queries() -> int:
        async with read_session() as session:
            with capture_queries() as queries:
                await discovery.get_feed_items(session, cast.guest, name=discovery.Feed.NEW)
        return len(queries)

    await factories.post(cast.bob)
    before = await count_queries()
    for user in (cast.alice, cast.charlie):
        await subscribe(cast.olga, user)
        await factories.post(user)
    assert await count_queries() == before


async def test_a_deleted_account_shows_neither(cast: Cast) -> None:
    await subscribe(cast.olga, cast.alice)
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.alice.id)
        user.deleted_at = clock.now()
        summary = people.to_user_summary(user)
    assert (summary.badge, summary.name_style) == (None, None)


@pytest.mark.parametrize(
    ("place", "badges"),
    [(1, ["top_10"]), (10, ["top_10"]), (11, ["top_100"]), (1_000, ["top_1000"]), (1_001, [])],
)
async def test_the_profile_of_a_subscriber_shows_the_badge_of_the_ranking(
    cast: Cast, place: int, badges: list[str]
) -> None:
    async with unit_of_work() as session:
        for user in (cast.alice, cast.bob):
            session.add(
                RatingPlace(user_id=user.id, date=clock.now().date(), place=place, rating=8.2)
            )
    await grant(cast.olga, cast.alice, "badge")
    async with read_session() as session:
        assert (await people.get_profile(session, cast.guest, "alice")).badges == badges
        assert (await people.get_profile(session, cast.guest, "bob")).badges == []
