"""Frontend build plugin that keeps the content of a page when its WebSocket reconnects.

Without this plugin, Reflex sends all values of the state when a browser tab reconnects. After a
restart of the server these are the default values, so the page becomes empty until it has loaded
its data again. Readers then lose their scroll position, and writers lose the keyboard focus.

When a tab connects for the first time, its client tells the server that it already has the default
values, and the server sends only the values that differ from them. This plugin patches the client
of Reflex so that it does the same when it reconnects. If another user has signed in meanwhile,
`assets/ui/hydration.js` reloads the page, so that no data of the previous user remains.
"""

from typing import Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

RECONNECT_WITH_FULL_STATE = "socket.current.auth = bootAuth(false);"
RECONNECT_WITH_STATE_DIFF = "socket.current.auth = bootAuth(true);"


class KeepStateOnReconnectPlugin(Plugin):
    """Keeps the state in the browser when the WebSocket reconnects.

    The server then sends only the values that differ from the default values of the state.
    """

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"]("utils/state.js", patch_reconnect)


def patch_reconnect(client_source: str) -> str:
    """Return the JavaScript source of the Reflex client, patched to keep the state on reconnect.

    A source that is already patched is returned unchanged.

    Raises:
        ValueError: The code to patch was not found, because Reflex has changed it.
    """
    if (
        RECONNECT_WITH_FULL_STATE not in client_source
        and client_source.count(RECONNECT_WITH_STATE_DIFF) == 2
    ):
        return client_source
    if (
        client_source.count(RECONNECT_WITH_FULL_STATE) != 1
        or client_source.count(RECONNECT_WITH_STATE_DIFF) != 1
    ):
        raise ValueError("Reflex has changed how its client reconnects.")
    return client_source.replace(RECONNECT_WITH_FULL_STATE, RECONNECT_WITH_STATE_DIFF)
