"""A browser that asks for pages, before a build with nothing in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse

from community import recognition
from community.documents import shell
from community.documents.door import Documents
from community.wiring import wire

EMPTY_BUILD = (
    "<!DOCTYPE html><html><head><script>let theme;</script></head><body><div></div></body></html>"
)


@pytest.fixture
async def browser(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[AsyncClient]:
    """Asks as browsers do; what is no page is answered `behind`."""
    wire()
    recognition.forget_all()
    (tmp_path / shell.FALLBACK).write_text(EMPTY_BUILD)
    monkeypatch.setattr(shell, "BUILD", tmp_path)
    shell.shell.cache_clear()
    transport = ASGITransport(Documents(PlainTextResponse("behind")), client=("203.0.113.7", 4000))
    headers = {"Accept": "text/html,*/*;q=0.8"}
    async with AsyncClient(
        transport=transport, base_url="http://localhost:3000", headers=headers
    ) as client:
        yield client
    shell.shell.cache_clear()
