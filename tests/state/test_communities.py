"""Communities in open tabs: the list, one of them, and the form."""

from typing import Any

import pytest

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import communities
from community.state.communities import Communities
from community.state.community import Community
from community.state.community_form import CommunityForm
from community.state.feed import Feed
from community.state.notice import Notice
from tests import factories
from tests.cast import Cast
from tests.state.tabs import Sockets, Tab


async def visit(live: Sockets, actor: Actor, path: str = "/c/bread") -> Tab:
    tab = await live.open(actor, path)
    await tab.send(Community.open)
    return tab


async def fill_in(live: Sockets, actor: Actor, path: str = "/communities/create") -> Tab:
    tab = await live.open(actor, path)
    await tab.send(CommunityForm.open)
    return tab


def fields(**more: Any) -> dict[str, Any]:
    return {"name": "Tea", "slug": "tea", "description": "", "rules": "", **more}


async def test_a_community_has_a_popular_and_a_new_side(cast: Cast, live: Sockets) -> None:
    place = await factories.community(cast.alice)
    await factories.post(cast.alice, "Old and loved", community_id=place.id, hotness=9.0)
    await factories.post(cast.alice, "Just out", community_id=place.id, hotness=1.0)
    for path, first in (("/c/bread", "Old and loved"), ("/c/bread/new", "Just out")):
        tab = await visit(live, cast.bob, path)
        assert tab[Community]["view"]["name"] == "Bread"
        assert tab[Feed]["leaf"]["rows"][0]["title"] == first


async def test_joining_and_leaving_shows_in_the_numbers(cast: Cast, live: Sockets) -> None:
    place = await factories.community(cast.alice)
    tab = await visit(live, cast.bob)
    for wanted, count in ((True, 2), (False, 1)):
        await tab.send(Community.join, community_id=place.id, wanted=wanted)
        view = tab[Community]["view"]
        assert (view["is_member"], view["members_count"]) == (wanted, count)


async def test_the_owner_cannot_leave(cast: Cast, live: Sockets) -> None:
    place = await factories.community(cast.alice)
    tab = await visit(live, cast.alice)
    await tab.send(Community.join, community_id=place.id, wanted=False)
    assert tab[Community]["view"]["is_member"] is True
    assert tab[Notice]["toasts"][-1]["tone"] == "danger"


async def test_one_is_told_of_new_posts_in_a_community_or_not(cast: Cast, live: Sockets) -> None:
    place = await factories.community(cast.alice)
    tab = await visit(live, cast.bob)
    for wanted in (True, False):
        await tab.send(Community.subscribe, community_id=place.id, wanted=wanted)
        assert tab[Community]["view"]["is_subscribed"] is wanted


async def test_a_community_that_moved_is_followed_and_one_that_never_was_is_missing(
    cast: Cast, live: Sockets
) -> None:
    place = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await communities.edit(session, cast.alice, community_id=place.id, slug="loaves")
    assert (await visit(live, cast.bob))[Community]["moved"] == "/c/loaves"
    assert (await visit(live, cast.bob, "/c/bread/new"))[Community]["moved"] == "/c/loaves/new"
    assert (await visit(live, cast.bob, "/c/none"))[Community]["missing"]


@pytest.mark.parametrize("handler", [Community.join, Community.subscribe])
async def test_a_guest_is_asked_to_sign_in_first(
    cast: Cast, live: Sockets, handler: object
) -> None:
    place = await factories.community(cast.alice)
    tab = await visit(live, cast.guest)
    await tab.send(handler, community_id=place.id, wanted=True)
    assert tab[Notice]["wants_sign_in"]


async def test_the_list_has_pages_and_no_rules_in_them(cast: Cast, live: Sockets) -> None:
    for number in range(25):
        await factories.community(cast.alice, f"place{number}", rules="Be kind.")
    tab = await live.open(cast.bob, "/communities")
    await tab.send(Communities.open)
    first = tab[Communities]["leaf"]
    assert len(first["rows"]) == 20
    assert {row["rules"] for row in first["rows"]} == {""}
    await tab.send(Communities.load_more, cursor=first["next"])
    assert len(tab[Communities]["leaf"]["rows"]) == 5


async def test_one_joins_from_the_list_without_sending_it_again(cast: Cast, live: Sockets) -> None:
    place = await factories.community(cast.alice)
    tab = await live.open(cast.bob, "/communities?cursor=nonsense")
    await tab.send(Communities.open)
    tab[Communities].pop("leaf")
    await tab.send(Communities.join, community_id=place.id, wanted=True)
    assert tab[Communities]["joined"] == {str(place.id): True}
    assert "leaf" not in tab[Communities]


async def test_an_address_is_suggested_from_the_name(cast: Cast, live: Sockets) -> None:
    tab = await fill_in(live, cast.bob)
    await tab.send(CommunityForm.suggest, name="Чай и тишина")
    assert tab[CommunityForm]["suggestion"] == "chay-i-tishina"


async def test_a_community_is_opened_and_its_page_is_next(cast: Cast, live: Sockets) -> None:
    tab = await fill_in(live, cast.bob)
    await tab.send(CommunityForm.save, message=fields(posting="members"))
    assert tab[CommunityForm]["made"] == "/c/tea"
    async with reading() as session:
        view = await communities.get_view(session, cast.bob, "tea")
    assert (view.owner.slug, view.posting) == ("bob", "members")


async def test_what_is_wrong_is_said_beside_its_field(cast: Cast, live: Sockets) -> None:
    await factories.community(cast.alice, "tea")
    tab = await fill_in(live, cast.bob)
    await tab.send(CommunityForm.save, message=fields(name="", slug="a b"))
    assert set(tab[CommunityForm]["errors"]) == {"name", "slug"}
    await tab.send(CommunityForm.save, message=fields())
    assert set(tab[CommunityForm]["errors"]) == {"slug"}
    assert not tab[CommunityForm].get("made")
    assert not tab[Notice].get("toasts")


async def test_only_who_looks_after_a_community_changes_it(cast: Cast, live: Sockets) -> None:
    await factories.community(cast.alice, rules="Be kind.")
    assert (await fill_in(live, cast.bob, "/c/bread/edit"))[CommunityForm]["missing"]
    tab = await fill_in(live, cast.alice, "/c/bread/edit")
    assert tab[CommunityForm]["view"]["rules"] == "Be kind."
    await tab.send(CommunityForm.save, message=fields(slug="loaves", name="Loaves"))
    assert tab[CommunityForm]["made"] == "/c/loaves"
    moved = await fill_in(live, cast.alice, "/c/bread/edit")
    assert moved[CommunityForm]["made"] == "/c/loaves/edit"


@pytest.mark.parametrize("message", [{}, {"name": 5}, fields(posting="nobody"), fields(name=[])])
async def test_a_forged_form_makes_nothing(
    cast: Cast, live: Sockets, message: dict[str, Any]
) -> None:
    tab = await fill_in(live, cast.bob)
    await tab.send(CommunityForm.save, message=message)
    assert not tab[CommunityForm].get("made")
    async with reading() as session:
        assert not (await communities.largest(session, cast.bob)).items


async def test_a_community_gets_the_pictures_that_were_chosen_for_it(
    cast: Cast, live: Sockets
) -> None:
    sign, header = await factories.upload(cast.bob), await factories.upload(cast.bob)
    tab = await fill_in(live, cast.bob)
    for picture, upload in (("avatar", sign), ("header", header)):
        await tab.send(CommunityForm.choose_picture, picture=picture, upload_id=str(upload.id))
    assert sign.id.hex in tab[CommunityForm]["avatar"]
    await tab.send(CommunityForm.open)  # the connection broke and came back
    await tab.send(CommunityForm.save, message=fields())
    edit = await fill_in(live, cast.bob, "/c/tea/edit")
    assert header.id.hex in edit[CommunityForm]["header"]
    await edit.send(CommunityForm.remove_picture, picture="header")
    await edit.send(CommunityForm.save, message=fields())
    async with reading() as session:
        view = await communities.view_at(session, cast.bob, "tea")
    assert (sign.id.hex in (view.avatar or ""), view.header) == (True, None)


async def test_a_picture_that_cannot_be_is_told_beside_it(cast: Cast, live: Sockets) -> None:
    theirs, large = await factories.upload(cast.alice), await factories.upload(cast.bob, 3 * 2**20)
    tab = await fill_in(live, cast.bob)
    for upload in (theirs, large):
        await tab.send(CommunityForm.choose_picture, picture="avatar", upload_id=str(upload.id))
        await tab.send(CommunityForm.save, message=fields())
        assert set(tab[CommunityForm]["errors"]) == {"avatar"}
    await tab.send(CommunityForm.remove_picture, picture="avatar")
    assert tab[CommunityForm]["errors"] == {}
    assert not tab[CommunityForm].get("made")
