"""A browser that asks for pages, before a build with nothing in it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from community import recognition
from community.documents import shell
from community.documents.door import Documents
from community.wiring import wire

EMPTY_BUILD = (
    "<!DOCTYPE html><html><head><script>let theme;</script></head><body><div></div></body></html>"
)


@pytest.fixture
async def behind(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[ASGIApp], AsyncClient]]:
    """Makes browsers of a site that has an application behind its pages."""
    wire()
    recognition.forget_all()
    (tmp_path / shell.FALLBACK).write_text(EMPTY_BUILD)
    monkeypatch.setattr(shell, "BUILD", tmp_path)
    shell.shell.cache_clear()

    def browser_of(app: ASGIApp) -> AsyncClient:
        transport = ASGITransport(Documents(app), client=("203.0.113.7", 4000))
        headers = {"Accept": "text/html,*/*;q=0.8"}
        return AsyncClient(transport=transport, base_url="http://localhost:3000", headers=headers)

    yield browser_of
    shell.shell.cache_clear()


@pytest.fixture
async def browser(
    behind: Callable[[ASGIApp], AsyncClient],
) -> AsyncIterator[AsyncClient]:
    """Asks as browsers do; what is no page is answered `behind`."""
    async with behind(PlainTextResponse("behind")) as client:
        yield client
