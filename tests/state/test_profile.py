"""Tests of profiles, follow lists and the sidebar in open tabs."""

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import follows, people
from community.domain.people import ProfileChanges
from community.pages import list_pages
from community.state.pages.feed import FeedState
from community.state.pages.profile import FollowListState, ProfileCommentsState, ProfileState
from community.state.pages.sidebar import SidebarState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply
from tests.state.tabs import SocketServer, Tab


async def open_profile(socket_server: SocketServer, actor: Actor, path: str = "/alice") -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(ProfileState.load)
    return tab


async def open_follow_list(socket_server: SocketServer, actor: Actor, path: str) -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(FollowListState.load)
    return tab


async def test_a_profile_shows_the_posts_of_the_user(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.post(cast.alice)
    tab = await open_profile(socket_server, cast.bob)
    assert tab[ProfileState]["profile"]["name"] == "Alice"
    assert not tab[ProfileState].get("is_own")
    assert [item["post"]["title"] for item in tab[FeedState]["loaded_page"]["rows"]] == [
        "On sourdough"
    ]


async def test_the_other_pages_of_a_profile_load_comments_and_facts(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post, "Well said.")
    tab = await open_profile(socket_server, cast.alice, "/profile/bob/comments")
    rows = tab[ProfileCommentsState]["loaded_page"]["rows"]
    assert [row["id"] for row in rows] == [comment.id]
    tab = await open_profile(socket_server, cast.alice, "/profile/bob/about")
    assert tab[ProfileState]["about"]["period"] == "90"
    assert tab[ProfileState]["profile"]["name"] == "Bob"


async def test_the_other_pages_of_unknown_and_renamed_users(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_profile(socket_server, cast.bob, "/profile/nobody/comments")
    await tab.send(ProfileCommentsState.load_more, cursor="")
    assert tab[ProfileState]["is_missing"]
    assert tab[ProfileCommentsState].get("loaded_page") is None
    async with unit_of_work() as session:
        await people.change_profile(session, cast.alice, ProfileChanges(slug="alicia"))
    tab = await open_profile(socket_server, cast.bob, "/profile/alice/about")
    assert tab[ProfileState]["redirect_url"] == "/profile/alicia/about"


async def test_the_profile_of_the_viewer_is_marked_as_their_own(
    cast: Cast, socket_server: SocketServer
) -> None:
    assert (await open_profile(socket_server, cast.alice))[ProfileState]["is_own"]


async def test_reserved_and_unknown_slugs_are_not_found(
    cast: Cast, socket_server: SocketServer
) -> None:
    for path in ("/nobody", "/settings", "/x%00y"):
        tab = await open_profile(socket_server, cast.bob, path)
        assert (tab[ProfileState]["is_missing"], tab[ProfileState].get("profile")) == (True, None)


async def test_a_former_user_slug_redirects_to_the_current_slug(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        await people.change_profile(session, cast.alice, ProfileChanges(slug="alicia"))
    assert (await open_profile(socket_server, cast.bob))[ProfileState]["redirect_url"] == "/alicia"
    followers = await open_follow_list(socket_server, cast.bob, "/profile/alice/followers")
    assert followers[FollowListState]["redirect_url"] == "/profile/alicia/followers"


async def test_following_and_unfollowing_updates_the_follower_count(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_profile(socket_server, cast.bob)
    for enabled, count in ((True, 1), (True, 1), (False, 0)):
        await tab.send(ProfileState.follow, user_id=cast.alice.id, enabled=enabled)
        profile = tab[ProfileState]["profile"]
        assert (profile["is_following"], profile["followers_count"]) == (enabled, count)


async def test_following_from_another_page_leaves_the_open_profile_as_it_is(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_profile(socket_server, cast.bob)
    before = tab[ProfileState]["profile"]
    # As after a lost connection, when the tab already shows another page.
    await tab.send(ProfileState.follow, user_id=cast.charlie.id, enabled=True)
    assert tab[ProfileState]["profile"] == before
    async with read_session() as session:
        assert (await people.get_relation(session, cast.bob, cast.charlie.id)).is_following


async def test_subscribing_to_an_author_can_be_toggled(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_profile(socket_server, cast.bob)
    for enabled in (True, False):
        await tab.send(ProfileState.subscribe, user_id=cast.alice.id, enabled=enabled)
        assert tab[ProfileState]["profile"]["is_subscribed"] is enabled


async def test_ignoring_a_user_ends_following_and_can_be_undone(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_profile(socket_server, cast.bob)
    await tab.send(ProfileState.follow, user_id=cast.alice.id, enabled=True)
    await tab.send(ProfileState.ignore, user_id=cast.alice.id, term="day")
    profile = tab[ProfileState]["profile"]
    assert (profile["is_ignored"], profile["is_following"]) == (True, False)
    assert tab[ToastsState]["toasts"][-1]["text"] == "You're ignoring Alice"
    await tab.send(ProfileState.stop_ignoring, user_id=cast.alice.id)
    assert tab[ProfileState]["profile"]["is_ignored"] is False


@pytest.mark.parametrize(
    ("handler", "arguments"),
    [
        (ProfileState.follow, {"enabled": True}),
        (ProfileState.subscribe, {"enabled": True}),
        (ProfileState.ignore, {"term": "forever"}),
    ],
)
async def test_a_guest_who_follows_subscribes_or_ignores_is_asked_to_sign_in(
    cast: Cast, socket_server: SocketServer, handler: object, arguments: dict[str, object]
) -> None:
    tab = await open_profile(socket_server, cast.guest)
    await tab.send(handler, user_id=cast.alice.id, **arguments)
    assert tab[ToastsState]["is_sign_in_open"]


@pytest.mark.parametrize(
    ("handler", "arguments"),
    [
        (ProfileState.follow, {"enabled": True}),
        (ProfileState.subscribe, {"enabled": True}),
        (ProfileState.ignore, {"term": "forever"}),
    ],
)
async def test_following_ignoring_or_subscribing_to_yourself_is_rejected(
    cast: Cast, socket_server: SocketServer, handler: object, arguments: dict[str, object]
) -> None:
    tab = await open_profile(socket_server, cast.alice)
    await tab.send(handler, user_id=cast.alice.id, **arguments)
    assert tab[ToastsState]["toasts"][-1]["tone"] == "danger"
    assert tab[ProfileState]["profile"]["followers_count"] == 0


async def test_a_user_cannot_follow_someone_who_ignores_them(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    tab = await open_profile(socket_server, cast.bob)
    await tab.send(ProfileState.follow, user_id=cast.alice.id, enabled=True)
    assert tab[ProfileState]["profile"]["is_following"] is False
    assert tab[ToastsState]["toasts"][-1]["tone"] == "danger"


async def test_follower_and_following_lists_are_paginated(
    cast: Cast, socket_server: SocketServer
) -> None:
    for number in range(25):
        follower = await factories.user(f"follower{number}")
        async with unit_of_work() as session:
            await follows.follow(session, follower, user_id=cast.alice.id)
    tab = await open_follow_list(socket_server, cast.bob, "/profile/alice/followers")
    first = tab[FollowListState]["loaded_page"]
    assert (tab[FollowListState]["owner"]["slug"], len(first["rows"])) == ("alice", 20)
    await tab.send(FollowListState.load_more, cursor=first["next_cursor"])
    assert len(tab[FollowListState]["loaded_page"]["rows"]) == 5
    elsewhere = await open_follow_list(socket_server, cast.bob, "/profile/follower3/following")
    assert [user["slug"] for user in elsewhere[FollowListState]["loaded_page"]["rows"]] == ["alice"]


async def test_following_a_user_from_a_list_does_not_resend_the_list(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        await follows.follow(session, cast.charlie, user_id=cast.alice.id)
    tab = await open_follow_list(socket_server, cast.bob, "/profile/alice/followers")
    tab[FollowListState].pop("loaded_page")
    await tab.send(FollowListState.follow, user_id=cast.charlie.id, enabled=True)
    assert tab[FollowListState]["is_following_by_id"] == {str(cast.charlie.id): True}
    assert "loaded_page" not in tab[FollowListState]


async def test_the_follower_list_of_an_unknown_user_is_not_found(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_follow_list(socket_server, cast.bob, "/profile/nobody/followers")
    assert tab[FollowListState]["is_missing"]


async def test_the_sidebar_is_sent_only_once_per_tab(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.community(cast.alice)
    tab = await socket_server.open(cast.guest)
    await tab.send(SidebarState.load)
    sidebar = tab[SidebarState].pop("sidebar")
    assert [community["slug"] for community in sidebar["communities"]] == ["bread"]
    await tab.send(SidebarState.load)
    assert "sidebar" not in tab[SidebarState]
    assert tab[SidebarState]["is_loaded"]


def test_the_sidebar_is_complete_before_the_content_replaces_the_server_rendered_page() -> None:
    with_sidebar = [page for page in list_pages() if SidebarState.load in page.on_load]
    assert len(with_sidebar) > 15
    for page in with_sidebar:
        assert page.on_load[1] == SidebarState.load, page.route
