"""Tests of feeds in open tabs: pagination, own reactions and new posts."""

from typing import Any

import pytest

from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import communities, follows, people, posts
from community.state.pages.communities.communities import CommunityState
from community.state.pages.feed import FeedState, NewPostPush
from community.state.pages.profile import ProfileState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


async def open_feed(socket_server: SocketServer, actor: Actor, path: str = "/new") -> Tab:
    tab = await socket_server.open(actor, path)
    await tab.send(FeedState.load)
    return tab


async def publish_post(author: Actor, title: str = "Fresh", **fields: Any) -> int:
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session, author, title=title, text=await posts.render_text("Words."), **fields
        )
        await posts.publish(session, author, post_id=draft.id)
    await database.wait_for_pushes()
    return draft.id


def list_post_titles(tab: Tab) -> list[str]:
    return [item["post"]["title"] for item in tab[FeedState]["loaded_page"]["rows"]]


def list_new_post_ids(tab: Tab) -> list[int]:
    return [push["post_id"] for push in tab.get_pushes(NewPostPush)]


async def test_checking_a_feed_for_removed_posts_reports_unpublished_posts(
    cast: Cast, socket_server: SocketServer
) -> None:
    published, unpublished = (
        await publish_post(cast.alice, "Published"),
        await publish_post(cast.alice, "Unpublished"),
    )
    tab = await open_feed(socket_server, cast.bob)
    async with unit_of_work() as session:
        await posts.unpublish(session, cast.alice, post_id=unpublished)
    await tab.send(FeedState.find_removed_posts, post_ids=[published, unpublished])
    assert tab[FeedState]["removed_post_ids"] == [unpublished]


async def test_a_feed_is_paginated(cast: Cast, socket_server: SocketServer) -> None:
    for number in range(25):
        await factories.post(cast.alice, f"Number {number}")
    tab = await open_feed(socket_server, cast.guest)
    first = tab[FeedState]["loaded_page"]
    assert (first["url"], first["is_first"], len(first["rows"])) == ("/new", True, 20)
    await tab.send(FeedState.load_more, cursor=first["next_cursor"])
    second = tab[FeedState]["loaded_page"]
    assert (second["start_cursor"], second["is_first"], second["next_cursor"]) == (
        first["next_cursor"],
        False,
        "",
    )
    assert list_post_titles(tab) == [f"Number {number}" for number in range(4, -1, -1)]


async def test_the_cursor_in_the_url_determines_the_first_page(
    cast: Cast, socket_server: SocketServer
) -> None:
    for number in range(25):
        await factories.post(cast.alice, f"Number {number}")
    cursor = (await open_feed(socket_server, cast.guest))[FeedState]["loaded_page"]["next_cursor"]
    tab = await open_feed(socket_server, cast.guest, f"/new?cursor={cursor}")
    assert tab[FeedState]["loaded_page"]["is_first"]
    assert len(list_post_titles(tab)) == 5


async def test_a_feed_url_with_an_invalid_cursor_shows_the_first_page(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.post(cast.alice)
    assert list_post_titles(await open_feed(socket_server, cast.guest, "/new?cursor=nonsense")) == [
        "On sourdough"
    ]


async def test_the_home_page_shows_the_default_feed_of_the_user(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with unit_of_work() as session:
        await people.set_default_feed(session, cast.bob, feed=people.Feed.PERSONAL)
    assert (await open_feed(socket_server, cast.bob, "/"))[FeedState]["name"] == "personal"
    guest = await open_feed(socket_server, cast.guest, "/")
    assert guest[FeedState].get("name", "popular") == "popular"


async def test_a_guest_is_asked_to_sign_in_for_a_personal_feed(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_feed(socket_server, cast.guest, "/personal")
    assert tab[FeedState]["is_sign_in_required"]
    assert list_post_titles(tab) == []


async def test_tags_may_contain_non_latin_letters(cast: Cast, socket_server: SocketServer) -> None:
    await publish_post(cast.alice, "О хлебе", tags=["хлеб"])
    tab = await open_feed(socket_server, cast.guest, "/tag/%D1%85%D0%BB%D0%B5%D0%B1")
    assert (tab[FeedState]["tag"], list_post_titles(tab)) == ("хлеб", ["О хлебе"])


async def test_reacting_to_a_post_does_not_resend_the_list(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_feed(socket_server, cast.bob)
    before = tab[FeedState].pop("loaded_page")
    assert before
    await tab.send(FeedState.react, post_id=post.id, code="like")
    assert "loaded_page" not in tab[FeedState]
    assert tab[FeedState]["reactions_by_post_id"][str(post.id)]["my_reaction"] == "like"
    await tab.send(FeedState.react, post_id=post.id, code="")
    assert tab[FeedState]["reactions_by_post_id"][str(post.id)]["my_reaction"] is None


async def test_a_guest_who_reacts_is_asked_to_sign_in(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_feed(socket_server, cast.guest)
    await tab.send(FeedState.react, post_id=post.id, code="like")
    assert tab[ToastsState]["is_sign_in_open"]
    assert not tab[FeedState].get("reactions_by_post_id")


async def test_open_feeds_announce_new_posts_and_load_them_on_request(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_feed(socket_server, cast.guest)
    post_id = await publish_post(cast.alice)
    assert list_new_post_ids(tab) == [post_id]
    assert list_post_titles(tab) == []
    await tab.send(FeedState.refresh)
    assert list_post_titles(tab) == ["Fresh"]


async def test_new_posts_are_announced_only_in_matching_feeds(
    cast: Cast, socket_server: SocketServer
) -> None:
    community = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
        await communities.join(session, cast.charlie, community_id=community.id)
    follower = await open_feed(socket_server, cast.bob, "/personal")
    member = await open_feed(socket_server, cast.charlie, "/personal")
    stranger = await open_feed(socket_server, cast.olga, "/personal")
    tagged = await open_feed(socket_server, cast.guest, "/tag/rye")
    alice_profile, bob_profile = (
        await socket_server.open(cast.guest, "/alice"),
        await socket_server.open(cast.guest, "/bob"),
    )
    for tab in (alice_profile, bob_profile):
        await tab.send(ProfileState.load)
    community_tab = await socket_server.open(cast.guest, "/c/bread/new")
    await community_tab.send(CommunityState.load)

    own_post = await publish_post(cast.alice, "On the profile")
    community_post = await publish_post(
        cast.alice, "In bread", community_id=community.id, tags=["rye"]
    )
    assert (
        list_new_post_ids(follower)
        == list_new_post_ids(alice_profile)
        == [own_post, community_post]
    )
    assert (
        list_new_post_ids(member)
        == list_new_post_ids(tagged)
        == list_new_post_ids(community_tab)
        == [community_post]
    )
    assert list_new_post_ids(stranger) == list_new_post_ids(bob_profile) == []


async def test_a_tab_that_left_the_feed_receives_no_new_posts(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_feed(socket_server, cast.guest)
    tab.path = "/bob"
    await tab.send(ProfileState.load)
    await publish_post(cast.alice)
    assert list_new_post_ids(tab) == []


@pytest.mark.parametrize("cursor", ["x" * 400, None, {"a": 1}])
async def test_an_invalid_cursor_argument_is_rejected(
    cast: Cast, socket_server: SocketServer, cursor: object
) -> None:
    tab = await open_feed(socket_server, cast.guest)
    before = tab[FeedState]["loaded_page"]
    await tab.send(FeedState.load_more, cursor=cursor)
    assert tab[FeedState]["loaded_page"] == before
    assert tab[ToastsState]["toasts"][-1]["tone"] == "danger"
