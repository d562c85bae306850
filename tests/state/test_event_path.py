"""Tests of the path of an event, which `docs/architecture.md` shows."""

from community.state.pages.profile import ProfileState
from tests.cast import Cast
from tests.file_trace import trace_files
from tests.state.tabs import SocketServer

# Without `reflex_adapter/socket.py`, which simulated tabs do not need.
FILES_BEFORE_HANDLERS = {
    "authentication.py",
    "core/actor.py",
    "core/cache.py",
    "core/clock.py",
    "core/db/sessions.py",
    "core/ids.py",
    "core/rate_limits.py",
    "reflex_adapter/events.py",
    "state/runtime/policy.py",
    "state/runtime/request_context.py",
}


async def test_a_file_runs_before_all_handlers_only_if_each_event_needs_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.bob, "/alice")
    await tab.send(ProfileState.follow, user_id=cast.alice.id, enabled=True)
    with trace_files(ProfileState.follow) as trace:
        await tab.send(ProfileState.follow, user_id=cast.alice.id, enabled=False)
    assert set(trace.before_handler) == FILES_BEFORE_HANDLERS
