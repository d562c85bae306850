"""Frontend build plugin that keeps the content of a page when its WebSocket reconnects.

Without this plugin, the server sends the values of all state variables when a browser reconnects.
After a restart of the server these are the default values. The page is then empty until the browser
has loaded its data again, and the user loses the scroll position and the keyboard focus.

When a browser connects for the first time, the Reflex client requests only the values that differ
from the defaults. This plugin patches the Reflex client so that it sends the same request when it
reconnects. If another user has signed in since the page was loaded, `assets/ui/hydration.js`
reloads the page, so that the browser shows no data of the previous user.
"""

from typing import Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

RECONNECT_WITH_FULL_STATE = "socket.current.auth = bootAuth(false);"
RECONNECT_WITH_STATE_DIFF = "socket.current.auth = bootAuth(true);"


class KeepStateOnReconnectPlugin(Plugin):
    """Patches the Reflex client so that a page keeps its content when its WebSocket reconnects."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"]("utils/state.js", patch_reconnect)


def patch_reconnect(client_source: str) -> str:
    """Patch the JavaScript source of the Reflex client to keep page content on reconnect.

    If the source is already patched, return it unchanged. Raise `ValueError` if the source does not
    contain the code to replace, because a new version of Reflex has probably changed it.
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
