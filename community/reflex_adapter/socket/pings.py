"""Pings that do not keep closed sockets in memory.

For each ping, engine.io starts a task that waits 25 seconds, also if the socket is closed in the
meantime. The task refers to the socket.
"""

import asyncio
import time
from collections.abc import Callable
from contextvars import Context
from types import MethodType
from typing import Any
from weakref import ref

import reflex as rx
from engineio import packet  # type: ignore[import-untyped]
from engineio.async_socket import AsyncSocket  # type: ignore[import-untyped]


def install_pings(app: rx.App) -> None:
    """Let the server of the app schedule pings without tasks."""
    if app.sio is None:
        raise RuntimeError("The app has no state and therefore no sockets.")
    server = app.sio.eio
    start_task = server.start_background_task

    def start_background_task(target: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if isinstance(target, MethodType) and target.__func__ is AsyncSocket._send_ping:
            return _schedule_ping(target.__self__)
        return start_task(target, *args, **kwargs)

    server.start_background_task = start_background_task


def _schedule_ping(socket: AsyncSocket) -> asyncio.TimerHandle:
    loop = asyncio.get_running_loop()
    return loop.call_later(socket.server.ping_interval, _ping, ref(socket), context=Context())


def _ping(find_socket: Callable[[], AsyncSocket | None]) -> None:
    socket = find_socket()
    if socket is not None and not socket.closing and not socket.closed:
        socket.last_ping = time.time()
        socket.server.start_background_task(socket.send, packet.Packet(packet.PING))
