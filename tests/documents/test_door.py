from types import SimpleNamespace

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse

from community import recognition
from community.documents import door, shell
from community.documents.cache import Rendered
from tests.api.people import sign_in
from tests.cast import Cast


async def test_every_page_renews_the_cookie_of_somebody_signed_in(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def render(*_: object) -> Rendered:
        return Rendered(200, b"<p>Hello", life=0)

    monkeypatch.setattr(door, "render", render)
    monkeypatch.setattr(shell, "is_built", lambda: True)
    monkeypatch.setattr(shell, "shell", lambda: SimpleNamespace(policy="default-src 'self'"))
    transport = ASGITransport(door.Documents(PlainTextResponse("behind")))
    async with AsyncClient(transport=transport, base_url="http://localhost:3000") as browser:
        page = await browser.get("/p/1/bread", headers={"Accept": "text/html"})
        assert "set-cookie" not in page.headers
        await sign_in(browser, cast.alice)
        token = browser.cookies["session"]
        page = await browser.get("/p/1/bread", headers={"Accept": "text/html"})
    assert page.headers["set-cookie"] == recognition.session_cookie_header(token)
