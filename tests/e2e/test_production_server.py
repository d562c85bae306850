"""Tests of the production server: ports, compression, cross-origin sockets, shutdown and logs."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from playwright.async_api import Browser
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from community.state.pages.comments.comments import CommentPush
from tests import factories
from tests.e2e.browser_users import BrowserUsers, create_user, get_post_path
from tests.e2e.production_server import ProductionServer
from tests.page_client import PageClient

STOP_SECONDS = 10
GOING_AWAY_CODES = {1001, 1012}


@pytest.fixture
def empty_server(tmp_path: Path) -> Iterator[ProductionServer]:
    """Yield a site without users that the command `serve` has started."""
    site = ProductionServer(tmp_path)
    site.migrate()
    site.start()
    yield site
    site.kill()


async def test_one_front_end_build_works_on_every_port_and_host(
    browser: Browser, production_server: ProductionServer, empty_server: ProductionServer
) -> None:
    for address in (production_server.url, empty_server.url.replace("127.0.0.1", "localhost")):
        page = await browser.new_page()
        async with page.expect_websocket() as opening:
            await page.goto(address)
        websocket = await opening.value
        assert websocket.url.startswith(address.replace("http", "ws") + "/_rx/_event")
        assert await websocket.wait_for_event("framereceived")
        await page.close()


async def test_a_cross_origin_websocket_is_rejected(production_server: ProductionServer) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with _open_socket(production_server, origin="https://elsewhere.example"):
            pass


async def test_a_websocket_from_a_page_on_another_port_is_rejected(
    production_server: ProductionServer,
) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with _open_socket(production_server, origin="http://127.0.0.1:1"):
            pass


async def test_websocket_messages_are_compressed(production_server: ProductionServer) -> None:
    async with _open_socket(production_server, origin=production_server.url) as socket:
        assert "permessage-deflate" in _get_response_header(socket, "Sec-WebSocket-Extensions")


async def test_new_comments_are_pushed_to_clients_with_and_without_compression(
    browser_users: BrowserUsers,
) -> None:
    alice = await create_user("Alice")
    post, site = await factories.post(alice), browser_users.server.url
    pages = [
        await PageClient.open(site, get_post_path(post), compressed=compressed)
        for compressed in (True, False)
    ]
    text = "Shown to every reader. " * 40
    payload = {"post_id": post.id, "text": text}
    async with httpx.AsyncClient(
        base_url=site, cookies={"session": await factories.session_token(alice)}
    ) as client:
        assert (await client.post("/comments", json=payload)).status_code == 201
    for page in pages:
        await page.wait_until(partial(page.get_pushes, CommentPush))
        (push,) = page.get_pushes(CommentPush)
        assert text.strip() in push["comment"]["html"]
        await page.close()


async def test_files_with_a_hash_in_the_name_are_cached_as_immutable_and_compressed(
    production_server: ProductionServer,
) -> None:
    async with httpx.AsyncClient(base_url=production_server.url) as client:
        page = await client.get("/")
        script = re.search(r"/assets/[\w.-]+\.js", page.text)
        assert script is not None
        file = await client.get(script[0], headers={"Accept-Encoding": "br"})
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert file.headers["content-encoding"] == "br"
    assert page.headers["cache-control"] == "no-cache"


async def test_shutdown_is_fast_and_closes_open_websockets(empty_server: ProductionServer) -> None:
    async with _open_socket(empty_server, origin=empty_server.url) as socket:
        assert empty_server.stop() < STOP_SECONDS
        with pytest.raises(ConnectionClosed) as closed:
            await _read_until_closed(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in GOING_AWAY_CODES


async def test_websocket_tokens_are_not_logged(production_server: ProductionServer) -> None:
    async with _open_socket(production_server, origin=production_server.url) as socket:
        await socket.recv()
    assert "token=" not in production_server.log_path.read_text()


@asynccontextmanager
async def _open_socket(site: ProductionServer, origin: str) -> AsyncIterator[ClientConnection]:
    address = f"{site.url}/_rx/_event/?token={uuid4()}&EIO=4&transport=websocket"
    async with connect(address.replace("http", "ws"), origin=origin) as socket:  # type: ignore[arg-type]  # Origin is a NewType of str
        yield socket


async def _read_until_closed(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


def _get_response_header(socket: ClientConnection, name: str) -> str:
    assert socket.response is not None
    return socket.response.headers.get(name, "")
