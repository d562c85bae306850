"""People and words that one does not want to read."""

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts, follows
from community.state.feed import Feed
from community.state.notice import Notice
from community.state.settings.ignored import Ignored
from community.state.settings.keywords import Keywords
from tests import factories
from tests.cast import Cast
from tests.state.settings.opening import open_settings
from tests.state.tabs import Sockets, Tab


async def ignore(actor: Actor, *others: Actor) -> None:
    for other in others:
        async with unit_of_work() as session:
            await follows.ignore(session, actor, user_id=other.id)


async def ignored_by(actor: Actor) -> frozenset[int]:
    async with reading() as session:
        return await follows.ignored_ids(session, actor)


async def words_of(actor: Actor) -> list[str]:
    async with reading() as session:
        return (await accounts.get_preferences(session, actor)).ignored_keywords


async def titles_in_new(live: Sockets, actor: Actor) -> list[str]:
    tab = await live.open(actor, "/new")
    await tab.send(Feed.open)
    return [each["title"] for each in tab[Feed]["leaf"]["rows"]]


async def add(tab: Tab, keywords: str) -> None:
    await tab.send(Keywords.add, message={"keywords": keywords})


async def test_who_is_ignored_stands_there_the_latest_first(cast: Cast, live: Sockets) -> None:
    await ignore(cast.alice, cast.bob, cast.charlie)
    alice = await open_settings(live, cast.alice)
    assert [each["slug"] for each in alice[Ignored]["people"]] == ["charlie", "bob"]
    assert (await open_settings(live, cast.bob))[Ignored].get("people", []) == []


async def test_somebody_is_read_again_and_can_be_put_back(cast: Cast, live: Sockets) -> None:
    await ignore(cast.alice, cast.bob)
    alice = await open_settings(live, cast.alice)
    await alice.send(Ignored.ignore, user_id=cast.bob.id, wanted=False)
    assert await ignored_by(cast.alice) == set()
    assert [each["is_ignored"] for each in alice[Ignored]["people"]] == [False]
    await alice.send(Ignored.ignore, user_id=cast.bob.id, wanted=True)
    assert await ignored_by(cast.alice) == {cast.bob.id}
    assert [each["is_ignored"] for each in alice[Ignored]["people"]] == [True]


async def test_a_long_list_comes_page_by_page(cast: Cast, live: Sockets) -> None:
    crowd = [await factories.person(f"reader-{number}") for number in range(25)]
    await ignore(cast.alice, *crowd)
    alice = await open_settings(live, cast.alice)
    assert len(alice[Ignored]["people"]) == 20
    await alice.send(Ignored.load_more)
    assert {each["id"] for each in alice[Ignored]["people"]} == {each.id for each in crowd}
    assert not alice[Ignored]["next_cursor"]


async def test_nobody_ignores_themselves(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    await alice.send(Ignored.ignore, user_id=cast.alice.id, wanted=True)
    assert "yourself" in alice[Notice]["toasts"][-1]["text"]


async def test_words_are_added_one_or_several_at_a_time_and_each_once(
    cast: Cast, live: Sockets
) -> None:
    alice = await open_settings(live, cast.alice)
    await add(alice, "crypto")
    await add(alice, " celebrity  news, CRYPTO;\nфутбол,, ")
    kept = ["crypto", "celebrity news", "футбол"]
    assert alice[Keywords]["words"] == kept == await words_of(cast.alice)
    assert alice[Keywords]["kept"] == 2


async def test_a_word_is_taken_off(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    await add(alice, "crypto, football")
    await alice.send(Keywords.remove, word="crypto")
    assert alice[Keywords]["words"] == ["football"] == await words_of(cast.alice)


async def test_two_pages_do_not_undo_each_other(cast: Cast, live: Sockets) -> None:
    one, other = await open_settings(live, cast.alice), await open_settings(live, cast.alice)
    await add(one, "crypto")
    await add(other, "football")
    assert other[Keywords]["words"] == ["crypto", "football"]


async def test_what_is_too_long_is_said_beside_the_field(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    await add(alice, "x" * 51)
    assert "50 characters" in alice[Keywords]["wrong"]
    assert (alice[Keywords].get("kept", 0), await words_of(cast.alice)) == (0, [])
    await add(alice, "crypto")
    assert alice[Keywords]["wrong"] == ""


async def test_feeds_follow_at_once(cast: Cast, live: Sockets) -> None:
    await factories.post(cast.bob, "About crypto")
    await factories.post(cast.charlie, "About bread")
    alice = await open_settings(live, cast.alice)
    assert len(await titles_in_new(live, cast.alice)) == 2
    await add(alice, "crypto")
    assert await titles_in_new(live, cast.alice) == ["About bread"]
    await alice.send(Ignored.ignore, user_id=cast.charlie.id, wanted=True)
    assert await titles_in_new(live, cast.alice) == []
    await alice.send(Keywords.remove, word="crypto")
    assert await titles_in_new(live, cast.alice) == ["About crypto"]
