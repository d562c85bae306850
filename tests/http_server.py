"""Serves an application in the event loop of a test."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp
from uvicorn import Config, Server

HOST = "127.0.0.1"
# The system chooses a free port.
ANY_PORT = 0


@asynccontextmanager
async def serve(app: ASGIApp, port: int = ANY_PORT, **options: Any) -> AsyncIterator[str]:
    """Serve an application while the block runs. The value is its address.

    `Server.serve` checks every 0.1 s whether to end, and `Server.shutdown` waits for 0.1 to 0.3 s,
    which is longer than most tests take. At the end of the block, running requests are canceled.

    Args:
        options: Arguments of `uvicorn.Config`.
    """
    listener = socket.create_server((HOST, port))
    config = Config(app, lifespan="off", log_config=None, access_log=False, **options)
    config.load()
    server = Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup([listener])
    try:
        yield f"http://{HOST}:{listener.getsockname()[1]}"
    finally:
        await _stop(server)
        listener.close()


async def _stop(server: Server) -> None:
    for listener in server.servers:
        listener.close()
    state = server.server_state
    tasks, connections = list(state.tasks), list(state.connections)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for connection in connections:
        connection.transport.abort()
    for listener in server.servers:
        await listener.wait_closed()
