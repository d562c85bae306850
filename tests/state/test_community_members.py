"""Tests of the page that lists the members of a community, and of closing a community."""

from typing import Any

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import communities
from community.models import Community
from community.state.pages.communities.communities import CommunityClosingState
from community.state.pages.communities.community_form import CommunityFormState
from community.state.pages.communities.community_members import CommunityMembersState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


async def open_members(
    socket_server: SocketServer, actor: Actor, path: str = "/c/bread/members"
) -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(CommunityMembersState.load)
    return tab


async def create_community(cast: Cast) -> Community:
    """Create a community of Alice with the member Bob."""
    community = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=community.id)
    return community


async def get_community(community: Community) -> Community:
    async with read_session() as session:
        return await session.get_one(Community, community.id)


def list_slugs(tab: Tab) -> list[str]:
    rows: list[dict[str, Any]] = tab[CommunityMembersState]["loaded_page"]["rows"]
    return sorted(row["slug"] for row in rows)


async def test_the_owner_appoints_and_removes_a_moderator(
    cast: Cast, socket_server: SocketServer
) -> None:
    await create_community(cast)
    tab = await open_members(socket_server, cast.alice)
    assert list_slugs(tab) == ["alice", "bob"]
    for enabled, role in ((True, "moderator"), (False, "member")):
        await tab.send(CommunityMembersState.set_moderator, user_id=cast.bob.id, enabled=enabled)
        assert tab[CommunityMembersState]["role_by_id"] == {str(cast.bob.id): role}


async def test_a_member_cannot_appoint_moderators(cast: Cast, socket_server: SocketServer) -> None:
    await create_community(cast)
    tab = await open_members(socket_server, cast.bob)
    await tab.send(CommunityMembersState.set_moderator, user_id=cast.bob.id, enabled=True)
    assert tab[CommunityMembersState]["role_by_id"] == {}
    assert tab[ToastsState]["toasts"][-1]["tone"] == "danger"


async def test_a_community_is_transferred_only_after_its_name_is_typed(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await create_community(cast)
    tab = await open_members(socket_server, cast.alice)
    show = CommunityMembersState.show_transfer_dialog
    await tab.send(show, user_id=cast.bob.id, name="Bob")
    await tab.send(CommunityMembersState.transfer, message={"confirmation": "Bred"})
    assert tab[CommunityMembersState]["transfer_error"] == "Type the name exactly: Bread"
    assert (await get_community(community)).owner_id == cast.alice.id
    await tab.send(CommunityMembersState.transfer, message={"confirmation": " bread "})
    assert (await get_community(community)).owner_id == cast.bob.id
    assert tab[CommunityMembersState]["transfer_target_id"] == 0
    assert tab[CommunityMembersState]["community"]["can_edit"] is False
    roles = {str(cast.alice.id): "moderator", str(cast.bob.id): "owner"}
    assert tab[CommunityMembersState]["role_by_id"] == roles


async def test_the_url_selects_the_members_that_are_listed(
    cast: Cast, socket_server: SocketServer
) -> None:
    await create_community(cast)
    for path, slugs in (
        ("/c/bread/members?role=moderator", ["alice"]),
        ("/c/bread/members?q=BO", ["bob"]),
        ("/c/bread/members?cursor=nonsense", ["alice", "bob"]),
    ):
        assert list_slugs(await open_members(socket_server, cast.guest, path)) == slugs
    missing = await open_members(socket_server, cast.guest, "/c/none/members")
    assert missing[CommunityMembersState]["is_missing"]


async def test_a_community_is_closed_after_its_name_is_typed_and_can_be_reopened(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await create_community(cast)
    tab = await socket_server.open(cast.alice, "/c/bread/edit")
    await tab.send(CommunityFormState.load)
    await tab.send(CommunityClosingState.show_dialog, is_open=True)
    await tab.send(CommunityClosingState.close, message={"confirmation": ""})
    assert tab[CommunityClosingState]["error"]
    assert (await get_community(community)).closed_at is None
    await tab.send(CommunityClosingState.close, message={"confirmation": "Bread"})
    assert tab[CommunityClosingState]["is_dialog_open"] is False
    assert tab[CommunityFormState]["community"]["closed_at"]
    await tab.send(CommunityClosingState.reopen)
    assert tab[CommunityFormState]["community"]["closed_at"] is None
