"""A plugin of the front-end build: a page keeps what it shows when its connection comes back.

Reflex answers a reconnect with the whole state. After a restart of the server that is the empty
state of a new tab, and the page would be empty until it is loaded again: the reader loses the
place, the writer the field. On the first connection the client says which defaults it holds and
hears only what differs; here it says so every time. Whoever finds somebody else signed in loads
the document anew (`assets/ui/handover.js`), so nothing of another person stays.
"""

from typing import Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

EVERYTHING_ANEW = "socket.current.auth = bootAuth(false);"
WHAT_DIFFERS = "socket.current.auth = bootAuth(true);"


class SteadyPage(Plugin):
    """Makes a reconnect tell only what differs from a new tab."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"]("utils/state.js", keep_what_is_shown)


def keep_what_is_shown(client: str) -> str:
    """The client that keeps its state when it connects again."""
    if EVERYTHING_ANEW not in client and client.count(WHAT_DIFFERS) == 2:
        return client
    if client.count(EVERYTHING_ANEW) != 1 or client.count(WHAT_DIFFERS) != 1:
        raise ValueError("Reflex connects again in another way now.")
    return client.replace(EVERYTHING_ANEW, WHAT_DIFFERS)
