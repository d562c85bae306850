"""Fixtures for HTTP clients that request server-rendered pages, with an empty front-end build."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from community import authentication
from community.admin import server_pages
from community.reflex_adapter import build_output
from community.ssr.http import shell
from community.ssr.middleware import SSRMiddleware
from community.ssr.pages import PAGE_ROUTES
from community.wiring import wire

ROUTES = (*PAGE_ROUTES, *server_pages.PAGE_ROUTES)
EMPTY_BUILD = (
    "<!DOCTYPE html><html><head><script>let theme;</script></head><body><div></div></body></html>"
)


@pytest.fixture
async def make_html_client(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[ASGIApp], AsyncClient]]:
    """Return a function that creates an HTTP client for an ASGI app behind the SSR middleware."""
    wire()
    authentication.clear_cache()
    (tmp_path / build_output.FALLBACK_FILE).write_text(EMPTY_BUILD)
    monkeypatch.setattr(build_output, "BUILD_DIR", tmp_path)
    shell.load_shell.cache_clear()

    def make_client(app: ASGIApp) -> AsyncClient:
        transport = ASGITransport(SSRMiddleware(app, ROUTES), client=("203.0.113.7", 4000))
        headers = {"Accept": "text/html,*/*;q=0.8"}
        return AsyncClient(transport=transport, base_url="http://localhost:3000", headers=headers)

    yield make_client
    shell.load_shell.cache_clear()


@pytest.fixture
async def html_client(
    make_html_client: Callable[[ASGIApp], AsyncClient],
) -> AsyncIterator[AsyncClient]:
    """Yield an HTTP client that sends the headers of a browser.

    Requests that the SSR middleware does not handle get a response with the text "behind".
    """
    async with make_html_client(PlainTextResponse("behind")) as client:
        yield client
