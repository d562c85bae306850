"""Tests of who may see whether a user is online."""

from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import follows, people
from community.domain.people import Profile
from community.models import User
from community.realtime.presence import LIFETIME_SECONDS, get_presence
from tests.cast import Cast
from tests.domain.moderation.actions import ban, confirm


async def get_profile(actor: Actor, slug: str) -> Profile:
    async with read_session() as session:
        return await people.get_profile(session, actor, slug)


async def find_status(actor: Actor, slug: str = "alice") -> bool | None:
    return (await get_profile(actor, slug)).is_online


@pytest.fixture(autouse=True)
async def alice_is_online(cast: Cast) -> None:
    get_presence().record(cast.alice.id)


async def hide(actor: Actor) -> None:
    async with unit_of_work() as session:
        await people.set_online_visibility(session, actor, is_visible=False)


async def test_members_see_who_is_online(cast: Cast) -> None:
    assert await find_status(cast.bob) is True
    assert await find_status(cast.bob, "charlie") is False
    with clock.travel(timedelta(seconds=LIFETIME_SECONDS + 1)):
        assert await find_status(cast.bob) is False


async def test_guests_do_not_see_who_is_online(cast: Cast) -> None:
    assert await find_status(cast.guest) is None


async def test_users_who_hide_their_status_neither_show_nor_see_one(cast: Cast) -> None:
    get_presence().record(cast.bob.id)
    await hide(cast.alice)
    assert await find_status(cast.bob) is None
    assert await find_status(cast.alice, "bob") is None
    assert await find_status(cast.charlie, "bob") is True


async def test_users_who_ignore_each_other_do_not_see_the_status(cast: Cast) -> None:
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    assert await find_status(cast.alice, "bob") is None
    assert await find_status(cast.bob, "alice") is None
    assert await find_status(cast.charlie, "alice") is True


async def test_banned_users_are_not_shown_as_online(cast: Cast) -> None:
    await ban(await confirm(cast.olga), cast.alice)
    assert await find_status(cast.bob) is None


async def test_the_field_is_absent_if_the_viewer_may_not_know(cast: Cast) -> None:
    assert "is_online" not in (await get_profile(cast.guest, "alice")).model_dump(mode="json")
    assert (await get_profile(cast.bob, "alice")).model_dump(mode="json")["is_online"] is True


async def test_the_statistics_count_everyone_who_is_online(cast: Cast) -> None:
    await hide(cast.alice)
    get_presence().record(cast.bob.id)
    assert get_presence().count() == 2


async def test_nothing_is_written_to_the_database(cast: Cast) -> None:
    await get_presence().sync()
    async with read_session() as session:
        user = await session.get_one(User, cast.alice.id)
    assert user.last_seen_at is None
