"""Tests of communities in open tabs: the list, the community page and the form."""

from typing import Any

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import communities
from community.state.pages.communities.communities import CommunitiesState, CommunityState
from community.state.pages.communities.community_form import CommunityFormState
from community.state.pages.feed import FeedState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


async def open_community(socket_server: SocketServer, actor: Actor, path: str = "/c/bread") -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(CommunityState.load)
    return tab


async def open_community_form(
    socket_server: SocketServer, actor: Actor, path: str = "/communities/create"
) -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(CommunityFormState.load)
    return tab


def make_form_values(**overrides: Any) -> dict[str, Any]:
    return {"name": "Tea", "slug": "tea", "description": "", "rules": "", **overrides}


async def test_a_community_has_a_popular_and_a_new_feed(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice)
    await factories.post(cast.alice, "Old and loved", community_id=community.id, hotness=9.0)
    await factories.post(cast.alice, "Just out", community_id=community.id, hotness=1.0)
    for path, first in (("/c/bread", "Old and loved"), ("/c/bread/new", "Just out")):
        tab = await open_community(socket_server, cast.bob, path)
        assert tab[CommunityState]["community"]["name"] == "Bread"
        assert tab[FeedState]["loaded_page"]["rows"][0]["post"]["title"] == first


async def test_joining_and_leaving_updates_the_member_count(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice)
    tab = await open_community(socket_server, cast.bob)
    for enabled, count in ((True, 2), (False, 1)):
        await tab.send(CommunityState.join, community_id=community.id, enabled=enabled)
        view = tab[CommunityState]["community"]
        assert (view["is_member"], view["members_count"]) == (enabled, count)


async def test_the_owner_cannot_leave_the_community(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice)
    tab = await open_community(socket_server, cast.alice)
    await tab.send(CommunityState.join, community_id=community.id, enabled=False)
    assert tab[CommunityState]["community"]["is_member"] is True
    assert tab[ToastsState]["toasts"][-1]["tone"] == "danger"


async def test_subscribing_to_a_community_can_be_toggled(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice)
    tab = await open_community(socket_server, cast.bob)
    for enabled in (True, False):
        await tab.send(CommunityState.subscribe, community_id=community.id, enabled=enabled)
        assert tab[CommunityState]["community"]["is_subscribed"] is enabled


async def test_a_former_community_slug_redirects_and_an_unknown_slug_is_not_found(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await communities.edit(session, cast.alice, community_id=community.id, slug="loaves")
    assert (await open_community(socket_server, cast.bob))[CommunityState][
        "redirect_url"
    ] == "/c/loaves"
    assert (await open_community(socket_server, cast.bob, "/c/bread/new"))[CommunityState][
        "redirect_url"
    ] == "/c/loaves/new"
    assert (await open_community(socket_server, cast.bob, "/c/none"))[CommunityState]["is_missing"]


@pytest.mark.parametrize("handler", [CommunityState.join, CommunityState.subscribe])
async def test_a_guest_who_joins_or_subscribes_to_a_community_is_asked_to_sign_in(
    cast: Cast, socket_server: SocketServer, handler: object
) -> None:
    community = await factories.community(cast.alice)
    tab = await open_community(socket_server, cast.guest)
    await tab.send(handler, community_id=community.id, enabled=True)
    assert tab[ToastsState]["is_sign_in_open"]


async def test_the_list_of_communities_is_paginated_and_omits_their_rules(
    cast: Cast, socket_server: SocketServer
) -> None:
    for number in range(25):
        await factories.community(cast.alice, f"community{number}", rules="Be kind.")
    tab = await socket_server.open(cast.bob, "/communities")
    await tab.send(CommunitiesState.load)
    first = tab[CommunitiesState]["loaded_page"]
    assert len(first["rows"]) == 20
    assert {row["rules"] for row in first["rows"]} == {""}
    await tab.send(CommunitiesState.load_more, cursor=first["next_cursor"])
    assert len(tab[CommunitiesState]["loaded_page"]["rows"]) == 5


async def test_joining_a_community_from_the_list_does_not_resend_the_list(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice)
    tab = await socket_server.open(cast.bob, "/communities?cursor=nonsense")
    await tab.send(CommunitiesState.load)
    tab[CommunitiesState].pop("loaded_page")
    await tab.send(CommunitiesState.join, community_id=community.id, enabled=True)
    assert tab[CommunitiesState]["is_member_by_id"] == {str(community.id): True}
    assert "loaded_page" not in tab[CommunitiesState]


async def test_a_community_slug_is_suggested_from_the_name(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_community_form(socket_server, cast.bob)
    await tab.send(CommunityFormState.suggest_slug, name="Чай и тишина")
    assert tab[CommunityFormState]["suggested_slug"] == "chay-i-tishina"


async def test_creating_a_community_redirects_to_its_page(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_community_form(socket_server, cast.bob)
    await tab.send(CommunityFormState.save, message=make_form_values(posting="members"))
    assert tab[CommunityFormState]["redirect_url"] == "/c/tea"
    async with read_session() as session:
        view = await communities.get_view(session, cast.bob, "tea")
    assert (view.owner.slug, view.posting) == ("bob", "members")


async def test_community_form_errors_are_reported_per_field(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.community(cast.alice, "tea")
    tab = await open_community_form(socket_server, cast.bob)
    await tab.send(CommunityFormState.save, message=make_form_values(name="", slug="a b"))
    assert set(tab[CommunityFormState]["errors"]) == {"name", "slug"}
    await tab.send(CommunityFormState.save, message=make_form_values())
    assert set(tab[CommunityFormState]["errors"]) == {"slug"}
    assert not tab[CommunityFormState].get("redirect_url")
    assert not tab[ToastsState].get("toasts")


async def test_only_the_owner_can_edit_a_community(cast: Cast, socket_server: SocketServer) -> None:
    await factories.community(cast.alice, rules="Be kind.")
    assert (await open_community_form(socket_server, cast.bob, "/c/bread/edit"))[
        CommunityFormState
    ]["is_missing"]
    tab = await open_community_form(socket_server, cast.alice, "/c/bread/edit")
    assert tab[CommunityFormState]["community"]["rules"] == "Be kind."
    await tab.send(CommunityFormState.save, message=make_form_values(slug="loaves", name="Loaves"))
    assert tab[CommunityFormState]["redirect_url"] == "/c/loaves"
    moved = await open_community_form(socket_server, cast.alice, "/c/bread/edit")
    assert moved[CommunityFormState]["redirect_url"] == "/c/loaves/edit"


@pytest.mark.parametrize(
    "message", [{}, {"name": 5}, make_form_values(posting="nobody"), make_form_values(name=[])]
)
async def test_an_invalid_form_creates_no_community(
    cast: Cast, socket_server: SocketServer, message: dict[str, Any]
) -> None:
    tab = await open_community_form(socket_server, cast.bob)
    await tab.send(CommunityFormState.save, message=message)
    assert not tab[CommunityFormState].get("redirect_url")
    async with read_session() as session:
        assert not (await communities.list_largest(session, cast.bob)).items


async def test_a_community_is_saved_with_its_chosen_images(
    cast: Cast, socket_server: SocketServer
) -> None:
    avatar, header = await factories.upload(cast.bob), await factories.upload(cast.bob)
    tab = await open_community_form(socket_server, cast.bob)
    for kind, upload in (("avatar", avatar), ("header", header)):
        await tab.send(CommunityFormState.set_image, kind=kind, upload_id=str(upload.id))
    assert avatar.id.hex in tab[CommunityFormState]["avatar"]
    await tab.send(CommunityFormState.load)  # After a reconnect the page loads the form again.
    await tab.send(CommunityFormState.save, message=make_form_values())
    edit = await open_community_form(socket_server, cast.bob, "/c/tea/edit")
    assert header.id.hex in edit[CommunityFormState]["header"]
    await edit.send(CommunityFormState.remove_image, kind="header")
    await edit.send(CommunityFormState.save, message=make_form_values())
    async with read_session() as session:
        view = await communities.get_view_by_slug(session, cast.bob, "tea")
    assert (avatar.id.hex in (view.avatar or ""), view.header) == (True, None)


async def test_a_rejected_image_shows_an_error_on_its_field(
    cast: Cast, socket_server: SocketServer
) -> None:
    theirs, large = await factories.upload(cast.alice), await factories.upload(cast.bob, 3 * 2**20)
    tab = await open_community_form(socket_server, cast.bob)
    for upload in (theirs, large):
        await tab.send(CommunityFormState.set_image, kind="avatar", upload_id=str(upload.id))
        await tab.send(CommunityFormState.save, message=make_form_values())
        assert set(tab[CommunityFormState]["errors"]) == {"avatar"}
    await tab.send(CommunityFormState.remove_image, kind="avatar")
    assert tab[CommunityFormState]["errors"] == {}
    assert not tab[CommunityFormState].get("redirect_url")
