"""Tests of the settings for ignored users and keywords."""

from typing import Any

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import follows, people
from community.state.pages.feed import FeedState
from community.state.pages.settings.ignored import IgnoredKeywordsState, IgnoredUsersState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer, Tab


async def ignore_users(actor: Actor, *ignored_users: Actor) -> None:
    for ignored_user in ignored_users:
        async with unit_of_work() as session:
            await follows.ignore(session, actor, user_id=ignored_user.id)


async def list_ignored_ids(actor: Actor) -> frozenset[int]:
    async with read_session() as session:
        return await follows.list_ignored_ids(session, actor)


async def list_ignored_keywords(actor: Actor) -> list[str]:
    async with read_session() as session:
        return (await people.get_preferences(session, actor)).ignored_keywords


def list_rows(tab: Tab) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tab[IgnoredUsersState]["loaded_page"]["rows"]
    return rows


async def list_titles_in_new_feed(socket_server: SocketServer, actor: Actor) -> list[str]:
    tab = await socket_server.open(actor, "/new")
    await tab.send(FeedState.load)
    return [item["post"]["title"] for item in tab[FeedState]["loaded_page"]["rows"]]


async def add_keywords(tab: Tab, keywords: str) -> None:
    await tab.send(IgnoredKeywordsState.add, message={"keywords": keywords})


async def test_ignored_users_are_listed_with_the_latest_first(
    cast: Cast, socket_server: SocketServer
) -> None:
    await ignore_users(cast.alice, cast.bob, cast.charlie)
    alice = await open_settings(socket_server, cast.alice)
    assert [row["slug"] for row in list_rows(alice)] == ["charlie", "bob"]
    assert list_rows(await open_settings(socket_server, cast.bob)) == []


async def test_a_user_can_be_unignored_and_ignored_again(
    cast: Cast, socket_server: SocketServer
) -> None:
    await ignore_users(cast.alice, cast.bob)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(IgnoredUsersState.stop_ignoring, user_id=cast.bob.id)
    assert await list_ignored_ids(cast.alice) == set()
    change = alice[IgnoredUsersState]["changes_by_id"][str(cast.bob.id)]
    assert not change["is_ignored"]
    await alice.send(IgnoredUsersState.ignore, user_id=cast.bob.id, term="week")
    assert await list_ignored_ids(cast.alice) == {cast.bob.id}
    change = alice[IgnoredUsersState]["changes_by_id"][str(cast.bob.id)]
    assert change["is_ignored"]
    assert change["ignored_until"]
    row = list_rows(await open_settings(socket_server, cast.alice))[0]
    assert row["ignored_until"] == change["ignored_until"]


async def test_a_long_list_of_ignored_users_is_paginated(
    cast: Cast, socket_server: SocketServer
) -> None:
    users = [await factories.user(f"reader-{number}") for number in range(25)]
    await ignore_users(cast.alice, *users)
    alice = await open_settings(socket_server, cast.alice)
    first = list_rows(alice)
    assert len(first) == 20
    cursor = alice[IgnoredUsersState]["loaded_page"]["next_cursor"]
    await alice.send(IgnoredUsersState.load_more, cursor=cursor)
    assert {row["id"] for row in [*first, *list_rows(alice)]} == {user.id for user in users}
    assert len(list_rows(alice)) == 5
    assert not alice[IgnoredUsersState]["loaded_page"]["next_cursor"]


async def test_ignoring_yourself_is_rejected(cast: Cast, socket_server: SocketServer) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(IgnoredUsersState.ignore, user_id=cast.alice.id, term="forever")
    assert "yourself" in alice[ToastsState]["toasts"][-1]["text"]


async def test_keywords_can_be_added_singly_or_as_a_list_and_duplicates_are_removed(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await add_keywords(alice, "crypto")
    await add_keywords(alice, " celebrity  news, CRYPTO;\nфутбол,, ")
    keywords = ["crypto", "celebrity news", "футбол"]
    assert (
        alice[IgnoredKeywordsState]["keywords"]
        == keywords
        == await list_ignored_keywords(cast.alice)
    )
    assert alice[IgnoredKeywordsState]["save_count"] == 2


async def test_an_ignored_keyword_can_be_removed(cast: Cast, socket_server: SocketServer) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await add_keywords(alice, "crypto, football")
    await alice.send(IgnoredKeywordsState.remove, keyword="crypto")
    assert (
        alice[IgnoredKeywordsState]["keywords"]
        == ["football"]
        == await list_ignored_keywords(cast.alice)
    )


async def test_keyword_changes_in_two_tabs_do_not_overwrite_each_other(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab, other_tab = (
        await open_settings(socket_server, cast.alice),
        await open_settings(socket_server, cast.alice),
    )
    await add_keywords(tab, "crypto")
    await add_keywords(other_tab, "football")
    assert other_tab[IgnoredKeywordsState]["keywords"] == ["crypto", "football"]


async def test_a_keyword_that_is_too_long_shows_an_error_on_the_field(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await add_keywords(alice, "x" * 51)
    assert "50 characters" in alice[IgnoredKeywordsState]["error"]
    assert (
        alice[IgnoredKeywordsState].get("save_count", 0),
        await list_ignored_keywords(cast.alice),
    ) == (
        0,
        [],
    )
    await add_keywords(alice, "crypto")
    assert alice[IgnoredKeywordsState]["error"] == ""


async def test_feeds_omit_newly_ignored_content_immediately(
    cast: Cast, socket_server: SocketServer
) -> None:
    await factories.post(cast.bob, "About crypto")
    await factories.post(cast.charlie, "About bread")
    alice = await open_settings(socket_server, cast.alice)
    assert len(await list_titles_in_new_feed(socket_server, cast.alice)) == 2
    await add_keywords(alice, "crypto")
    assert await list_titles_in_new_feed(socket_server, cast.alice) == ["About bread"]
    await alice.send(IgnoredUsersState.ignore, user_id=cast.charlie.id, term="forever")
    assert await list_titles_in_new_feed(socket_server, cast.alice) == []
    await alice.send(IgnoredKeywordsState.remove, keyword="crypto")
    assert await list_titles_in_new_feed(socket_server, cast.alice) == ["About crypto"]
