"""Feeds in open tabs: the page that was asked for, one's own reactions, and what is new."""

import pytest

from community.core import database
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import accounts, communities, follows, posts
from community.state import live as pump
from community.state.community import Community
from community.state.feed import Arrivals, Feed
from community.state.notice import Notice
from community.state.profile import Profile
from community.state.recent import Recent
from tests import factories
from tests.cast import Cast
from tests.state.tabs import Sockets, Tab


@pytest.fixture(autouse=True)
def nothing_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has published anything in the last seconds."""
    monkeypatch.setattr(pump, "_arrivals", Recent())


async def open_feed(live: Sockets, actor: Actor, path: str = "/new") -> Tab:
    tab = await live.open(actor, path)
    await tab.send(Feed.open)
    return tab


async def publish(author: Actor, title: str = "Fresh", **more: object) -> int:
    async with unit_of_work() as session:
        draft = await posts.start_draft(session, author, title=title, text="Words.", **more)  # type: ignore[arg-type]
        await posts.publish(session, author, post_id=draft.id)
    await database.pushed()
    return draft.id


def titles(tab: Tab) -> list[str]:
    return [card["title"] for card in tab[Feed]["leaf"]["rows"]]


def waiting(tab: Tab) -> list[int]:
    return [each["post_id"] for each in tab[Arrivals].get("arrived", [])]


async def test_a_feed_that_begins_again_asks_what_is_gone(cast: Cast, live: Sockets) -> None:
    there, gone = await publish(cast.alice, "There"), await publish(cast.alice, "Gone")
    tab = await open_feed(live, cast.bob)
    async with unit_of_work() as session:
        await posts.unpublish(session, cast.alice, post_id=gone)
    await tab.send(Feed.look_again, post_ids=[there, gone])
    assert tab[Feed]["gone"] == [gone]


async def test_a_feed_comes_page_by_page(cast: Cast, live: Sockets) -> None:
    for number in range(25):
        await factories.post(cast.alice, f"Number {number}")
    tab = await open_feed(live, cast.guest)
    first = tab[Feed]["leaf"]
    assert (first["address"], first["is_first"], len(first["rows"])) == ("/new", True, 20)
    await tab.send(Feed.load_more, cursor=first["next"])
    second = tab[Feed]["leaf"]
    assert (second["start"], second["is_first"], second["next"]) == (first["next"], False, "")
    assert titles(tab) == [f"Number {number}" for number in range(4, -1, -1)]


async def test_the_page_in_the_address_is_the_first_one_shown(cast: Cast, live: Sockets) -> None:
    for number in range(25):
        await factories.post(cast.alice, f"Number {number}")
    cursor = (await open_feed(live, cast.guest))[Feed]["leaf"]["next"]
    tab = await open_feed(live, cast.guest, f"/new?cursor={cursor}")
    assert tab[Feed]["leaf"]["is_first"]
    assert len(titles(tab)) == 5


async def test_a_broken_cursor_begins_at_the_top(cast: Cast, live: Sockets) -> None:
    await factories.post(cast.alice)
    assert titles(await open_feed(live, cast.guest, "/new?cursor=nonsense")) == ["On sourdough"]


async def test_the_home_page_is_the_feed_that_a_member_chose(cast: Cast, live: Sockets) -> None:
    async with unit_of_work() as session:
        await accounts.choose_feed(session, cast.bob, feed=accounts.Feed.PERSONAL)
    assert (await open_feed(live, cast.bob, "/"))[Feed]["name"] == "personal"
    guest = await open_feed(live, cast.guest, "/")
    assert guest[Feed].get("name", "popular") == "popular"


async def test_a_guest_is_asked_to_sign_in_for_a_personal_feed(cast: Cast, live: Sockets) -> None:
    tab = await open_feed(live, cast.guest, "/personal")
    assert tab[Feed]["wants_account"]
    assert titles(tab) == []


async def test_a_tag_may_be_written_in_any_script(cast: Cast, live: Sockets) -> None:
    await publish(cast.alice, "О хлебе", tags=["хлеб"])
    tab = await open_feed(live, cast.guest, "/tag/%D1%85%D0%BB%D0%B5%D0%B1")
    assert (tab[Feed]["tag"], titles(tab)) == ("хлеб", ["О хлебе"])


async def test_a_reaction_does_not_send_the_list_again(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await open_feed(live, cast.bob)
    before = tab[Feed].pop("leaf")
    assert before
    await tab.send(Feed.react, post_id=post.id, code="like")
    assert "leaf" not in tab[Feed]
    assert tab[Feed]["reacted"][str(post.id)]["my_reaction"] == "like"
    await tab.send(Feed.react, post_id=post.id, code="")
    assert tab[Feed]["reacted"][str(post.id)]["my_reaction"] is None


async def test_a_guest_who_reacts_is_asked_to_sign_in(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await open_feed(live, cast.guest)
    await tab.send(Feed.react, post_id=post.id, code="like")
    assert tab[Notice]["wants_sign_in"]
    assert not tab[Feed].get("reacted")


async def test_open_feeds_hear_of_a_new_post_and_load_it_when_asked(
    cast: Cast, live: Sockets
) -> None:
    tab = await open_feed(live, cast.guest)
    post_id = await publish(cast.alice)
    assert waiting(tab) == [post_id]
    assert titles(tab) == []
    await tab.send(Feed.refresh)
    assert titles(tab) == ["Fresh"]


async def test_what_is_new_is_told_only_where_it_stands(cast: Cast, live: Sockets) -> None:
    place = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
        await communities.join(session, cast.charlie, community_id=place.id)
    follower = await open_feed(live, cast.bob, "/personal")
    member = await open_feed(live, cast.charlie, "/personal")
    stranger = await open_feed(live, cast.olga, "/personal")
    tagged = await open_feed(live, cast.guest, "/tag/rye")
    at_alice, at_bob = await live.open(cast.guest, "/alice"), await live.open(cast.guest, "/bob")
    for tab in (at_alice, at_bob):
        await tab.send(Profile.open)
    at_bread = await live.open(cast.guest, "/c/bread/new")
    await at_bread.send(Community.open)

    own = await publish(cast.alice, "On her page")
    here = await publish(cast.alice, "In bread", community_id=place.id, tags=["rye"])
    assert waiting(follower) == waiting(at_alice) == [own, here]
    assert waiting(member) == waiting(tagged) == waiting(at_bread) == [here]
    assert waiting(stranger) == waiting(at_bob) == []


async def test_who_went_elsewhere_is_told_no_more(cast: Cast, live: Sockets) -> None:
    tab = await open_feed(live, cast.guest)
    tab.path = "/bob"
    await tab.send(Profile.open)
    await publish(cast.alice)
    assert waiting(tab) == []


@pytest.mark.parametrize("cursor", ["x" * 400, None, {"a": 1}])
async def test_what_is_no_cursor_is_refused(cast: Cast, live: Sockets, cursor: object) -> None:
    tab = await open_feed(live, cast.guest)
    before = tab[Feed]["leaf"]
    await tab.send(Feed.load_more, cursor=cursor)
    assert tab[Feed]["leaf"] == before
    assert tab[Notice]["toasts"][-1]["tone"] == "danger"
