"""Tests that slow updates of open tabs do not delay the end of a session."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta

import pytest

from community import authentication
from community.admin.posts import PostTableState
from community.core import clock
from community.core.actor import GUEST
from community.core.db.sessions import POOL_SIZE, read_session, unit_of_work
from community.domain import comments, merging, moderation
from community.domain.accounts import OPERATOR
from community.models import User
from community.realtime import hub, messages
from community.state.pages.comments.comments import CommentPush
from community.state.pages.layout import AuthorChangedPush, LayoutState
from community.state.pages.posts.post import PostState
from community.state.pages.timed_updates import reload_tabs_of_ended_bans
from community.state.runtime import live_updates, open_tabs, request_context
from tests import factories
from tests.cast import Cast
from tests.domain.account_deletion.actions import ANONYMIZE, delete_account, restore_account
from tests.domain.actions import publish_post
from tests.domain.moderation.actions import ban, confirm
from tests.state.tabs import SocketServer

# Less than the time for which the connection pool waits for a free connection.
TIMEOUT_SECONDS = 3.0


async def test_a_slow_update_does_not_delay_the_end_of_a_session(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab, signed_in_tab = await socket_server.open(cast.guest), await socket_server.open(cast.bob)
    await signed_in_tab.send(LayoutState.load)
    token = request_context._session_tokens[signed_in_tab.sid]
    open_tabs.set_topics(tab.token, cast.guest, "page", [messages.post_topic(post.id)])
    async with unit_of_work() as session:
        session.info["events"] = []
        comment = await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("Hello.")
        )
        session.info["events"].clear()
    socket_server.sign_out(signed_in_tab)
    async with AsyncExitStack() as stack:
        for _ in range(2 * POOL_SIZE):
            # The update must wait until one of these connections is free.
            await stack.enter_async_context(read_session())
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await hub.publish(messages.CommentChanged(post.id, comment.id))
            await hub.publish(messages.UserChanged(cast.bob.id))
        authenticated = asyncio.create_task(authentication.authenticate_session(token, ""))
        await asyncio.sleep(0)
        # The actor is no longer cached, so it must be read from the database.
        assert not authenticated.done()
        assert tab.get_pushes(CommentPush) == []
    await authenticated
    await socket_server.wait_until_idle()
    assert not signed_in_tab[LayoutState]["is_signed_in"]
    (push,) = tab.get_pushes(CommentPush)
    assert push["comment"]["id"] == comment.id


async def test_a_message_that_concerns_no_open_tab_is_not_handled(
    cast: Cast, socket_server: SocketServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await socket_server.open(cast.guest)
    open_tabs.set_topics(tab.token, cast.guest, "page", [messages.post_topic(1)])
    handled: list[messages.Message] = []
    monkeypatch.setattr(live_updates._tasks, "add", handled.append)
    of_shown_post = messages.CommentChanged(1, 1)
    # The inboxes of several users share a topic, to which no tab is subscribed.
    of_inboxes = messages.InboxesChanged((cast.bob.id,))
    for message in (
        *(messages.CommentChanged(2, 1), messages.AdminRecordChanged("comments", 1)),
        *(messages.AuditEntryAdded(), messages.SummaryChanged(1)),
        *(of_shown_post, of_inboxes),
    ):
        live_updates.schedule(message)
    assert handled == [of_shown_post, of_inboxes]


async def test_a_ban_closes_the_comment_form_of_an_open_page_until_it_is_lifted(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await socket_server.open(cast.bob, f"/p/{post.id}/{post.slug}")
    await tab.send(LayoutState.load)
    await tab.send(PostState.load)
    assert tab[PostState]["post"]["can"]["comment"]
    admin = await confirm(cast.olga)
    async with unit_of_work() as session:
        await moderation.ban(session, admin, user_id=cast.bob.id, reason="Advertising")
    await socket_server.wait_until_idle()
    assert tab[LayoutState]["notice"]["kind"] == "banned"
    assert not tab[PostState]["post"]["can"]["comment"]
    assert tab[PostState]["post"]["can"]["comment_restriction"]
    async with unit_of_work() as session:
        await moderation.lift_ban(session, admin, user_id=cast.bob.id)
    await socket_server.wait_until_idle()
    assert tab[PostState]["post"]["can"]["comment"]


async def test_an_open_page_offers_the_comment_form_when_the_term_of_a_ban_has_passed(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    until = clock.now() + timedelta(hours=1)
    await ban(await confirm(cast.olga), cast.bob, until=until)
    tab = await socket_server.open(cast.bob, f"/p/{post.id}/{post.slug}")
    await tab.send(LayoutState.load)
    await tab.send(PostState.load)
    await reload_tabs_of_ended_bans()
    await socket_server.wait_until_idle()
    restriction = tab[PostState]["post"]["can"]["comment_restriction"]
    assert "banned until" in restriction
    # The events of the tab run with the real time, so the end of the ban moves into the past.
    end = clock.now() - timedelta(seconds=1)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.bob.id)).banned_until = end
    viewer = open_tabs._viewers[tab.token]
    open_tabs._viewers[tab.token] = replace(viewer, banned_until=end)
    await reload_tabs_of_ended_bans()
    await socket_server.wait_until_idle()
    assert tab[PostState]["post"]["can"]["comment"]
    assert not tab[LayoutState]["notice"]


async def test_open_pages_and_tables_show_the_account_of_a_merge(
    cast: Cast, socket_server: SocketServer
) -> None:
    await publish_post(cast.bob, "On rye")
    reader = await socket_server.open(cast.guest)
    await reader.send(LayoutState.load)
    table = await socket_server.open(cast.olga, "/admin-panel/posts")
    await table.send(PostTableState.load)
    async with unit_of_work() as session:
        merge = await merging.merge(
            session, OPERATOR, source_id=cast.bob.id, target_id=cast.alice.id
        )
    await socket_server.wait_until_idle()
    assert [push["user_id"] for push in reader.get_pushes(AuthorChangedPush)] == [cast.bob.id]
    after: int | None = 0
    while after is not None:
        async with unit_of_work() as session:
            after = await merging.run_merge_step(session, merge.id, after)
    await socket_server.wait_until_idle()
    latest = reader.get_pushes(AuthorChangedPush)[-1]
    assert (latest["user_id"], latest["account"]["id"]) == (cast.bob.id, cast.alice.id)
    assert len(reader.get_pushes(AuthorChangedPush)) == 2
    (row,) = table[PostTableState]["changed_rows"].values()
    assert cast.alice.name in str(row)


async def test_open_pages_show_that_an_author_deleted_and_restored_their_account(
    cast: Cast, socket_server: SocketServer
) -> None:
    reader = await socket_server.open(cast.guest)
    await reader.send(LayoutState.load)
    await delete_account(cast.bob, ANONYMIZE)
    await socket_server.wait_until_idle()
    await restore_account(cast.bob)
    await socket_server.wait_until_idle()
    deleted, restored = (push["account"] for push in reader.get_pushes(AuthorChangedPush))
    assert (deleted["name"], deleted["slug"], deleted["is_deleted"]) == ("Deleted user", "", True)
    assert (restored["name"], restored["slug"]) == (cast.bob.name, cast.bob.slug)


async def test_guests_with_different_addresses_are_one_viewer(socket_server: SocketServer) -> None:
    tabs = [await socket_server.open(GUEST) for _ in range(2)]
    for number, tab in enumerate(tabs):
        request_context.set_request(replace(GUEST, ip_address=f"203.0.113.{number}"), tab.token)
        open_tabs.subscribe("page", messages.post_topic(7))
    ((viewer, grouped),) = (await open_tabs.group_by_viewer(messages.post_topic(7))).items()
    assert (viewer, set(grouped)) == (GUEST, {tab.token for tab in tabs})
