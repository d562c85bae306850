"""The first door of every request: page addresses are answered with documents, all else goes on.

A plain ASGI middleware outside all others, because a cached page for a guest is the most frequent answer.
"""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Receive, Scope, Send

from community import recognition
from community.core.actor import GUEST
from community.core import kept_form
from community.core.addresses import client_address
from community.core.settings import settings
from community.documents import shell
from community.documents.cache import Cache, Rendered
from community.documents import pages, private  # noqa: F401  # they fill the table of addresses
from community.documents.content import Request, find_page
from community.documents.render import render

_COMMON = (
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"no-cache"),
    (b"vary", b"Accept, Accept-Encoding, Cookie"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
)


class Documents:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._cache = Cache()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and shell.is_built():
            headers = dict(scope["headers"])
            page = find_page(scope["path"]) if _wants_page(headers.get(b"accept", b"")) else None
            if page is not None:
                answer = await self._answer(scope, headers, page)
                await _send(answer, scope["method"], headers, send)
                return
        await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, headers: dict[bytes, bytes], page: Request) -> Rendered:
        query = scope["query_string"].decode("latin-1")
        page.query.update({name: values[-1] for name, values in parse_qs(query).items()})
        cookies = headers.get(b"cookie", b"").decode("latin-1")
        token = recognition.session_cookie(cookies)
        if token is not None:
            actor = await recognition.by_cookie(token, _address(scope, headers))
            if not actor.is_guest:
                return _staying(await render(page, actor), token)
        if page.asks_to_enter and (kept := kept_form.find(cookies)) is not None:
            page.kept = kept
            return await render(page, GUEST)
        address = f"{scope['path']}?{query}"
        return await self._cache.get(address, lambda: render(page, GUEST))


def _staying(answer: Rendered, token: str) -> Rendered:
    """The answer to somebody signed in, whose cookie lasts its whole term again."""
    cookie = recognition.session_cookie_header(token).encode()
    return replace(answer, headers=(*answer.headers, (b"set-cookie", cookie)))


def _wants_page(accept: bytes) -> bool:
    """A browser says text/html; a crawler or a curl that says nothing of JSON gets the page too."""
    return b"text/html" in accept or (b"application/json" not in accept and b"*/*" in accept) or not accept


async def _send(answer: Rendered, method: str, headers: dict[bytes, bytes], send: Send) -> None:
    status, body = answer.status, answer.body
    fields: list[tuple[bytes, bytes]] = [*_COMMON, *answer.headers]
    fields.append((b"content-security-policy", shell.shell().policy.encode()))
    if answer.tag:
        fields.append((b"etag", answer.tag))
        if status == 200 and headers.get(b"if-none-match") == answer.tag:
            status, body = 304, b""
    if body and answer.zipped and b"gzip" in headers.get(b"accept-encoding", b""):
        body = answer.zipped
        fields.append((b"content-encoding", b"gzip"))
    await _start(send, status, fields, len(body))
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})


async def _start(send: Send, status: int, fields: Iterable[tuple[bytes, bytes]], length: int) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [*fields, (b"content-length", str(length).encode())],
        }
    )


def _address(scope: Scope, headers: dict[bytes, bytes]) -> str:
    peer = scope["client"][0] if scope.get("client") else ""
    forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    return client_address(peer, forwarded, settings().trusted_proxies)
