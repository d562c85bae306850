"""Tests that slow updates of open tabs do not delay the end of a session."""

import asyncio
from contextlib import AsyncExitStack

from community import authentication
from community.core import database
from community.core.database import POOL_SIZE, read_session, unit_of_work
from community.domain import comments
from community.realtime import hub, subscriptions, topics
from community.state import socket
from community.state.comments import LiveCommentsState
from community.state.layout import LayoutState
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
    subscriptions.set_topics(tab.token, "page", [topics.post(post.id)])
    async with unit_of_work() as session:
        session.info["events"] = []
        comment = await comments.reply(session, cast.bob, post_id=post.id, text="Hello.")
        session.info["events"].clear()
    socket_server.sign_out(signed_in_tab)
    async with AsyncExitStack() as stack, asyncio.timeout(TIMEOUT_SECONDS):
        for _ in range(2 * POOL_SIZE):
            # The update must wait until one of these connections is free.
            await stack.enter_async_context(read_session())
        await hub.publish(topics.post(post.id), {"comment_id": comment.id})
        await hub.publish(topics.USERS, {"user_id": cast.bob.id})
        authenticated = asyncio.create_task(authentication.authenticate_session(token, ""))
        await asyncio.sleep(0)
        # The actor is no longer cached, so it must be read from the database.
        assert not authenticated.done()
        assert "updates" not in tab[LiveCommentsState]
    await authenticated
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    assert not signed_in_tab[LayoutState]["is_signed_in"]
    (update,) = tab[LiveCommentsState]["updates"]
    assert update["id"] == comment.id
