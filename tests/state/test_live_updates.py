"""Tests that slow updates of open tabs do not delay the end of a session."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

from community import authentication
from community.core.actor import GUEST
from community.core.db.sessions import POOL_SIZE, read_session, unit_of_work
from community.domain import comments
from community.realtime import hub, messages, subscriptions, topics
from community.state.pages.comment_pushes import CommentPush
from community.state.pages.layout import LayoutState
from community.state.runtime import open_tabs, request_context, socket
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer

# Less than the time for which the connection pool waits for a free connection.
TIMEOUT_SECONDS = 3.0


async def test_a_slow_update_does_not_delay_the_end_of_a_session(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab, signed_in_tab = await socket_server.open(cast.guest), await socket_server.open(cast.bob)
    await signed_in_tab.send(LayoutState.load)
    token = socket._tokens[signed_in_tab.sid]
    subscriptions.set_topics(tab.token, cast.guest, "page", [topics.post(post.id)])
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


async def test_guests_with_different_addresses_are_one_viewer(socket_server: SocketServer) -> None:
    tabs = [await socket_server.open(GUEST) for _ in range(2)]
    for number, tab in enumerate(tabs):
        request_context.set_request(replace(GUEST, ip_address=f"203.0.113.{number}"), tab.token)
        open_tabs.subscribe("page", topics.post(7))
    ((viewer, grouped),) = (await open_tabs.group_by_viewer(topics.post(7))).items()
    assert (viewer, set(grouped)) == (GUEST, {tab.token for tab in tabs})
