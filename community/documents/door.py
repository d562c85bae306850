"""The first door of every request: page addresses are answered with documents, all else goes on.

A plain ASGI middleware outside all others, because a cached page for a guest is the most frequent
answer.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

from starlette.types import ASGIApp, Receive, Scope, Send

from community import recognition, urls
from community.core import accept, kept_form
from community.core.addresses import client_address
from community.core.etags import is_known
from community.core.settings import settings
from community.documents import (  # pages fill the table of addresses
    pages,  # noqa: F401
    private,  # noqa: F401
    shell,
    writing,  # noqa: F401
    zipping,
)
from community.documents.cache import Cache
from community.documents.content import Request, find_page, nothing_at
from community.documents.render import Answer, answer
from community.documents.unfilled import Unfilled

_COMMON = (
    (b"content-type", b"text/html; charset=utf-8"),
    (b"vary", b"Accept, Accept-Encoding, Cookie"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
)

Headers: TypeAlias = Mapping[bytes, bytes]
Field: TypeAlias = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer with its reader's own header fields; `is_own` if it was made for this reader."""

    answer: Answer
    fields: tuple[Field, ...] = ()
    is_own: bool = False


class Documents:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._cache = Cache()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_read(scope):
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        path: str = scope["path"]
        page = find_page(path)
        if page is None and find_page(shorter := path.rstrip("/")) is not None:
            await _send(Sent(_moved(shorter, scope)), scope["method"], headers, send)
            return
        if page is None:
            unfilled = Unfilled(scope, send)
            await self._app(scope, receive, unfilled.send)
            if not unfilled.was_held:
                return
            page = nothing_at(path)
        await _send(await self._answer(scope, headers, page), scope["method"], headers, send)

    async def _answer(self, scope: Scope, headers: Headers, page: Request) -> Sent:
        page.ask(scope["query_string"].decode("latin-1"))
        cookies = headers.get(b"cookie", b"").decode("latin-1")
        token = recognition.session_cookie(cookies)
        address = _address(scope, headers)
        actor = await recognition.by_cookie(token, address)
        if actor.is_guest and page.asks_to_enter:
            page.kept = kept_form.find(cookies)
        made = await answer(page, actor, self._cache)
        if token is None or actor.is_guest:
            return Sent(made)
        if (await recognition.by_cookie(token, address)).is_guest:
            # The sign-in ended meanwhile, and the browser may have the cookie of another one.
            return Sent(made, is_own=True)
        # Whoever comes back stays signed in for a whole term again.
        staying = (b"set-cookie", recognition.session_cookie_header(token).encode())
        return Sent(made, (staying,), is_own=True)


def _is_read(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] in ("GET", "HEAD")
        and _wants_page(scope["path"], _accept(scope))
        and shell.is_built()
    )


def _moved(path: str, scope: Scope) -> Answer:
    query = scope["query_string"].decode("latin-1")
    address = quote(path, safe=urls.SAFE_IN_PATH)
    return Answer(301, location=f"{address}?{query}" if query else address)


def _wants_page(path: str, named: str) -> bool:
    """A browser says text/html; a crawler or a curl that says nothing of JSON gets the page too.

    Not of its inbox and the like, which are data for everybody but a browser.
    """
    if path in urls.DATA_FIRST:
        return accept.prefers_page(named)
    return not accept.asks_for_json(named)


def _accept(scope: Scope) -> str:
    lines = [value for name, value in scope["headers"] if name == b"accept"]
    return b", ".join(lines).decode("latin-1")


async def _send(sent: Sent, method: str, headers: Headers, send: Send) -> None:
    answer, status = sent.answer, sent.answer.status
    kept = b"private, no-cache" if sent.is_own else b"no-cache"
    fields: list[Field] = [*_COMMON, (b"cache-control", kept), *sent.fields]
    if answer.location:
        await _finish(send, status, [*fields, (b"location", answer.location.encode())], b"")
        return
    fields += [
        (b"content-security-policy", shell.shell().policy.encode()),
        (b"etag", (tag := zipping.entity_tag(answer.pieces)).encode()),
    ]
    known = headers.get(b"if-none-match", b"").decode("latin-1")
    if status == 200 and is_known(tag, known):
        await _finish(send, 304, fields, b"")
    elif b"gzip" in headers.get(b"accept-encoding", b""):
        body = zipping.gzipped(answer.pieces)
        await _finish(send, status, [*fields, (b"content-encoding", b"gzip")], body, method)
    else:
        await _finish(send, status, fields, zipping.plain(answer.pieces), method)


async def _finish(
    send: Send, status: int, fields: Iterable[Field], body: bytes, method: str = "GET"
) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*fields, length]})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})


def _address(scope: Scope, headers: Headers) -> str:
    peer = scope["client"][0] if scope.get("client") else ""
    forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    return client_address(peer, forwarded, settings().trusted_proxies)
