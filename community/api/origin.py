"""Requests that change something come from our own pages, or carry a token of their own.

A browser sends the cookie along with whatever another site makes it send, but it also says where
that came from, in `Origin` or `Sec-Fetch-Site`, which no script can forge. A client that says
neither is not a browser (each sends `Origin` with every unsafe request since 2020), so nobody can
have tricked it.
"""

import re
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from community.api.errors import refuse
from community.api.negotiation import header
from community.api.routing import SAFE
from community.core.settings import settings

# Called by payment providers: signed, or checked by asking back.
WEBHOOKS = re.compile(r"/payments/[^/]+/result")


class SameOrigin:
    """Refuses unsafe requests that another site made a browser send."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE or is_from_here(scope):
            await self.app(scope, receive, send)
            return
        sentence = "This came from another site, so it was not done."
        await refuse(scope, 403, sentence, code="cross_origin")(scope, receive, send)


def is_from_here(scope: Scope) -> bool:
    """Whether no other site can be behind this request."""
    if _has_token(scope) or WEBHOOKS.fullmatch(scope["path"]):
        return True
    origin, site = header(scope, b"origin"), header(scope, b"sec-fetch-site")
    if origin and (origin == _own_origin() or _is_host(origin, header(scope, b"host"))):
        return True
    if site:
        return site in {"same-origin", "none"}
    return not origin


def _has_token(scope: Scope) -> bool:
    # A browser adds no such header by itself, and no other site may make it do so.
    return header(scope, b"authorization")[:7].lower() == "bearer "


def _own_origin() -> str:
    parts = urlsplit(settings().url)
    return f"{parts.scheme}://{parts.netloc}"


def _is_host(origin: str, host: str) -> bool:
    return bool(host) and urlsplit(origin).netloc == host
