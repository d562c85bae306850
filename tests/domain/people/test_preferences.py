import pytest

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied
from community.domain import people
from community.domain.people import Feed
from tests.cast import Cast


async def test_preferences_are_stored_per_user(cast: Cast) -> None:
    async with unit_of_work() as session:
        await people.set_online_visibility(session, cast.alice, is_visible=False)
        await people.set_default_feed(session, cast.alice, feed=Feed.NEW)
    async with read_session() as session:
        alices = await people.get_preferences(session, cast.alice)
        bobs = await people.get_preferences(session, cast.bob)
    assert (alices.email, alices.shows_online, alices.default_feed) == (
        "alice@example.com",
        False,
        "new",
    )
    assert (bobs.shows_online, bobs.default_feed) == (True, "popular")


async def test_guests_have_no_preferences(cast: Cast) -> None:
    async with read_session() as session:
        with pytest.raises(PermissionDenied):
            await people.get_preferences(session, cast.guest)


async def test_ignored_keywords_are_stored_without_duplicates_and_in_order(cast: Cast) -> None:
    async with unit_of_work() as session:
        stored = await people.set_ignored_keywords(
            session, cast.alice, keywords=[" Football ", "crypto  coins", "FOOTBALL", "", "\0"]
        )
    assert stored == ["Football", "crypto coins"]
    async with read_session() as session:
        preferences = await people.get_preferences(session, cast.alice)
    assert preferences.ignored_keywords == stored


@pytest.mark.parametrize("keywords", [["x" * 51], [str(number) for number in range(101)]])
async def test_too_many_or_too_long_keywords_are_rejected(cast: Cast, keywords: list[str]) -> None:
    async with unit_of_work() as session:
        with pytest.raises(Invalid) as raised:
            await people.set_ignored_keywords(session, cast.alice, keywords=keywords)
    assert "ignored_keywords" in raised.value.field_errors
