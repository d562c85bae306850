"""A profile in an open tab: whose it is, and what its viewer changes."""

import pytest

from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import accounts, follows
from community.domain.accounts import ProfileChanges
from community.state.feed import Feed
from community.state.notice import Notice
from community.state.people import People
from community.state.profile import Profile
from community.state.rail import Rail
from tests import factories
from tests.cast import Cast
from tests.state.tabs import Sockets, Tab


async def visit(live: Sockets, actor: Actor, path: str = "/alice") -> Tab:
    tab = await live.open(actor, path)
    await tab.send(Profile.open)
    return tab


async def look(live: Sockets, actor: Actor, path: str) -> Tab:
    tab = await live.open(actor, path)
    await tab.send(People.open)
    return tab


async def test_a_profile_opens_with_its_posts(cast: Cast, live: Sockets) -> None:
    await factories.post(cast.alice)
    tab = await visit(live, cast.bob)
    assert tab[Profile]["person"]["name"] == "Alice"
    assert not tab[Profile].get("is_own")
    assert [card["title"] for card in tab[Feed]["leaf"]["rows"]] == ["On sourdough"]


async def test_one_knows_ones_own_profile(cast: Cast, live: Sockets) -> None:
    assert (await visit(live, cast.alice))[Profile]["is_own"]


async def test_nobody_lives_at_a_reserved_word_or_at_no_address(cast: Cast, live: Sockets) -> None:
    for path in ("/nobody", "/settings", "/x%00y"):
        tab = await visit(live, cast.bob, path)
        assert (tab[Profile]["missing"], tab[Profile].get("person")) == (True, None)


async def test_an_old_address_leads_to_the_new_one(cast: Cast, live: Sockets) -> None:
    async with unit_of_work() as session:
        await accounts.change_profile(session, cast.alice, ProfileChanges(slug="alicia"))
    assert (await visit(live, cast.bob))[Profile]["moved"] == "/alicia"
    followers = await look(live, cast.bob, "/profile/alice/followers")
    assert followers[People]["moved"] == "/profile/alicia/followers"


async def test_following_and_unfollowing_shows_in_the_numbers(cast: Cast, live: Sockets) -> None:
    tab = await visit(live, cast.bob)
    for wanted, count in ((True, 1), (True, 1), (False, 0)):
        await tab.send(Profile.follow, person_id=cast.alice.id, wanted=wanted)
        person = tab[Profile]["person"]
        assert (person["is_following"], person["followers_count"]) == (wanted, count)


async def test_one_is_told_of_new_posts_or_not(cast: Cast, live: Sockets) -> None:
    tab = await visit(live, cast.bob)
    for wanted in (True, False):
        await tab.send(Profile.subscribe, person_id=cast.alice.id, wanted=wanted)
        assert tab[Profile]["person"]["is_subscribed"] is wanted


async def test_ignoring_ends_following_and_can_be_taken_back(cast: Cast, live: Sockets) -> None:
    tab = await visit(live, cast.bob)
    await tab.send(Profile.follow, person_id=cast.alice.id, wanted=True)
    await tab.send(Profile.ignore, person_id=cast.alice.id, wanted=True)
    person = tab[Profile]["person"]
    assert (person["is_ignored"], person["is_following"]) == (True, False)
    assert tab[Notice]["toasts"][-1]["text"] == "You ignore Alice now."
    await tab.send(Profile.ignore, person_id=cast.alice.id, wanted=False)
    assert tab[Profile]["person"]["is_ignored"] is False


@pytest.mark.parametrize("handler", [Profile.follow, Profile.subscribe, Profile.ignore])
async def test_a_guest_is_asked_to_sign_in_first(
    cast: Cast, live: Sockets, handler: object
) -> None:
    tab = await visit(live, cast.guest)
    await tab.send(handler, person_id=cast.alice.id, wanted=True)
    assert tab[Notice]["wants_sign_in"]


@pytest.mark.parametrize("handler", [Profile.follow, Profile.subscribe, Profile.ignore])
async def test_nobody_follows_ignores_or_subscribes_to_themselves(
    cast: Cast, live: Sockets, handler: object
) -> None:
    tab = await visit(live, cast.alice)
    await tab.send(handler, person_id=cast.alice.id, wanted=True)
    assert tab[Notice]["toasts"][-1]["tone"] == "danger"
    assert tab[Profile]["person"]["followers_count"] == 0


async def test_whoever_is_ignored_by_somebody_cannot_follow_them(cast: Cast, live: Sockets) -> None:
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    tab = await visit(live, cast.bob)
    await tab.send(Profile.follow, person_id=cast.alice.id, wanted=True)
    assert tab[Profile]["person"]["is_following"] is False
    assert tab[Notice]["toasts"][-1]["tone"] == "danger"


async def test_the_lists_of_people_have_pages(cast: Cast, live: Sockets) -> None:
    for number in range(25):
        fan = await factories.person(f"fan{number}")
        async with unit_of_work() as session:
            await follows.follow(session, fan, user_id=cast.alice.id)
    tab = await look(live, cast.bob, "/profile/alice/followers")
    first = tab[People]["leaf"]
    assert (tab[People]["owner"]["slug"], len(first["rows"])) == ("alice", 20)
    await tab.send(People.load_more, cursor=first["next"])
    assert len(tab[People]["leaf"]["rows"]) == 5
    elsewhere = await look(live, cast.bob, "/profile/fan3/following")
    assert [each["slug"] for each in elsewhere[People]["leaf"]["rows"]] == ["alice"]


async def test_somebody_in_a_list_is_followed_without_sending_the_list(
    cast: Cast, live: Sockets
) -> None:
    async with unit_of_work() as session:
        await follows.follow(session, cast.charlie, user_id=cast.alice.id)
    tab = await look(live, cast.bob, "/profile/alice/followers")
    tab[People].pop("leaf")
    await tab.send(People.follow, user_id=cast.charlie.id, wanted=True)
    assert tab[People]["followed"] == {str(cast.charlie.id): True}
    assert "leaf" not in tab[People]


async def test_there_is_no_list_of_nobody(cast: Cast, live: Sockets) -> None:
    tab = await look(live, cast.bob, "/profile/nobody/followers")
    assert tab[People]["missing"]


async def test_the_rail_is_sent_once(cast: Cast, live: Sockets) -> None:
    await factories.community(cast.alice)
    tab = await live.open(cast.guest)
    await tab.send(Rail.open)
    assert [each["slug"] for each in tab[Rail].pop("rail")["communities"]] == ["bread"]
    await tab.send(Rail.open)
    assert "rail" not in tab[Rail]
