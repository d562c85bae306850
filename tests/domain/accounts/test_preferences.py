import pytest

from community.core.database import reading, unit_of_work
from community.core.errors import Invalid, NotAllowed
from community.domain import accounts
from community.domain.accounts import Feed
from tests.cast import Cast


async def test_everybody_has_settings_of_their_own(cast: Cast) -> None:
    async with unit_of_work() as session:
        await accounts.show_online(session, cast.alice, shown=False)
        await accounts.choose_feed(session, cast.alice, feed=Feed.NEW)
    async with reading() as session:
        alices = await accounts.get_preferences(session, cast.alice)
        bobs = await accounts.get_preferences(session, cast.bob)
    assert (alices.email, alices.shows_online, alices.default_feed) == (
        "alice@example.com",
        False,
        "new",
    )
    assert (bobs.shows_online, bobs.default_feed) == (True, "popular")


async def test_guests_have_none(cast: Cast) -> None:
    async with reading() as session:
        with pytest.raises(NotAllowed):
            await accounts.get_preferences(session, cast.guest)


async def test_keywords_are_kept_once_and_in_order(cast: Cast) -> None:
    async with unit_of_work() as session:
        kept = await accounts.ignore_keywords(
            session, cast.alice, keywords=[" Football ", "crypto  coins", "FOOTBALL", "", "\0"]
        )
    assert kept == ["Football", "crypto coins"]
    async with reading() as session:
        preferences = await accounts.get_preferences(session, cast.alice)
    assert preferences.ignored_keywords == kept


@pytest.mark.parametrize("keywords", [["x" * 51], [str(number) for number in range(101)]])
async def test_too_many_or_too_long_keywords_are_refused(cast: Cast, keywords: list[str]) -> None:
    async with unit_of_work() as session:
        with pytest.raises(Invalid) as refusal:
            await accounts.ignore_keywords(session, cast.alice, keywords=keywords)
    assert "ignored_keywords" in refusal.value.fields
