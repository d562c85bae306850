"""Releases the State of browser tabs that have left.

By default Reflex keeps the State of a tab in memory for an hour after its last event: too long for
a tab that has been closed, and too short for a tab that stays open. This module releases it some
time after the tab has disconnected. A tab that reconnects loads the data of its page again.
"""

import asyncio
from collections.abc import Callable

import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken

# Long enough for the events that the tab sent right before it disconnected, and for a short loss of
# the connection. The State of each tab takes about 100 KB.
RELEASE_AFTER_SECONDS = 5.0


def release_later(app: rx.App, tab_token: str, is_connected: Callable[[str], bool]) -> None:
    """Release the State of a disconnected tab after `RELEASE_AFTER_SECONDS`.

    Nothing happens if the tab has reconnected by then, or if Redis stores the State.

    Args:
        is_connected: A function that tells whether the tab with a token has a socket.
    """
    loop = asyncio.get_running_loop()
    loop.call_later(RELEASE_AFTER_SECONDS, _release_if_disconnected, app, tab_token, is_connected)


def _release_if_disconnected(
    app: rx.App, tab_token: str, is_connected: Callable[[str], bool]
) -> None:
    manager = app.state_manager
    if not isinstance(manager, StateManagerMemory) or is_connected(tab_token):
        return
    token = BaseStateToken(ident=tab_token, cls=rx.State)
    lock = manager._states_locks.get(token.lock_key)
    if lock is not None and lock.locked():
        # An event of the tab is still running.
        release_later(app, tab_token, is_connected)
    else:
        manager._purge_token(token)
