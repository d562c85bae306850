"""The production server: any port, any host, compressed, closed to other sites, quick to stop."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from uuid import uuid4

import httpx
import pytest
from playwright.async_api import Browser
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from community.state.comments import LiveComments
from tests import factories
from tests.journeys.production import Production
from tests.journeys.visitors import Visitors, path_of, sign_in, somebody
from tests.open_page import OpenPage

STOP_SECONDS = 10
GOING_AWAY = {1001, 1012}


async def test_one_build_is_live_on_every_port_and_host(
    browser: Browser, production: Production, new_site: Production
) -> None:
    for address in (production.url, new_site.url.replace("127.0.0.1", "localhost")):
        page = await browser.new_page()
        async with page.expect_websocket() as opening:
            await page.goto(address)
        websocket = await opening.value
        assert websocket.url.startswith(address.replace("http", "ws") + "/_rx/_event")
        assert await websocket.wait_for_event("framereceived")
        await page.close()


async def test_a_socket_is_refused_to_a_page_of_another_site(production: Production) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with _socket(production, origin="https://elsewhere.example"):
            pass


async def test_a_socket_is_refused_to_a_page_of_the_same_host_on_another_port(
    production: Production,
) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with _socket(production, origin="http://127.0.0.1:1"):
            pass


async def test_what_goes_through_a_socket_is_compressed(production: Production) -> None:
    async with _socket(production, origin=production.url) as socket:
        assert "permessage-deflate" in _response_header(socket, "Sec-WebSocket-Extensions")


async def test_what_is_told_to_many_is_read_with_and_without_compression(
    visitors: Visitors,
) -> None:
    alice = await somebody("Alice")
    post, site = await factories.post(alice), visitors.site.url
    pages = [
        await OpenPage.open(site, path_of(post), compressed=compressed)
        for compressed in (True, False)
    ]
    words = "Heard by everybody. " * 40
    sent = {"post_id": post.id, "text": words}
    async with httpx.AsyncClient(base_url=site, cookies={"session": await sign_in(alice)}) as me:
        assert (await me.post("/comments", json=sent)).status_code == 201
    for page in pages:
        await page.until(partial(page.value, LiveComments, "news"))
        (heard,) = page.value(LiveComments, "news")
        assert heard["text"] == words.strip()
        await page.close()


async def test_files_with_a_hash_are_kept_for_a_year_and_sent_compressed(
    production: Production,
) -> None:
    async with httpx.AsyncClient(base_url=production.url) as client:
        page = await client.get("/")
        script = re.search(r"/assets/[\w.-]+\.js", page.text)
        assert script is not None
        file = await client.get(script[0], headers={"Accept-Encoding": "br"})
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert file.headers["content-encoding"] == "br"
    assert page.headers["cache-control"] == "no-cache"


async def test_a_stop_takes_seconds_and_tells_open_sockets(new_site: Production) -> None:
    async with _socket(new_site, origin=new_site.url) as socket:
        assert new_site.stop() < STOP_SECONDS
        with pytest.raises(ConnectionClosed) as closed:
            await _read_to_the_end(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in GOING_AWAY


async def test_the_log_has_no_token_of_a_socket(production: Production) -> None:
    async with _socket(production, origin=production.url) as socket:
        await socket.recv()
    assert "token=" not in production.log.read_text()


@asynccontextmanager
async def _socket(site: Production, origin: str) -> AsyncIterator[ClientConnection]:
    address = f"{site.url}/_rx/_event/?token={uuid4()}&EIO=4&transport=websocket"
    async with connect(address.replace("http", "ws"), origin=origin) as socket:  # type: ignore[arg-type]  # Origin is a NewType of str
        yield socket


async def _read_to_the_end(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


def _response_header(socket: ClientConnection, name: str) -> str:
    assert socket.response is not None
    return socket.response.headers.get(name, "")
