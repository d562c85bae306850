"""A TCP proxy that cuts all its connections when a test asks for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit


class CuttingProxy:
    """Forwards connections to a server. Data that is on its way when they are cut is lost."""

    def __init__(self, server_url: str) -> None:
        address = urlsplit(server_url)
        self._target = address.hostname or "", address.port or 0
        self._transports: set[asyncio.WriteTransport] = set()
        self.url = ""

    def cut(self) -> int:
        """Close all connections at once, without sending what is in the buffers."""
        transports, self._transports = self._transports, set()
        for transport in transports:
            transport.abort()
        return len(transports) // 2

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(*self._target)
        transports = {writer.transport, server_writer.transport}
        self._transports |= transports
        await asyncio.gather(
            _forward(reader, server_writer),
            _forward(server_reader, writer),
            return_exceptions=True,
        )
        self._transports -= transports


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


@asynccontextmanager
async def run_cutting_proxy(server_url: str) -> AsyncIterator[CuttingProxy]:
    """Run a proxy on its own port until the `async with` block ends."""
    proxy = CuttingProxy(server_url)
    server = await asyncio.start_server(proxy.handle, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        proxy.cut()
        server.close()
