"""Protection against cross-site request forgery, and the security headers of responses.

If another site makes a browser send a request, the browser adds the session cookie. The browser
also adds the headers `Origin` or `Sec-Fetch-Site`, and scripts cannot change these headers. The
server uses them to detect cross-site requests. A request that has neither header does not come from
a browser, because all browsers since 2020 send `Origin` with unsafe requests such as POST.
"""

import re
from urllib.parse import urlsplit

import reflex as rx
from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from community import urls
from community.api.http.errors import build_error_response
from community.api.http.request_context import HttpMiddleware, call_before_start
from community.api.http.responses import get_header
from community.api.http.routing import SAFE_METHODS
from community.core.settings import settings
from community.i18n import gettext as _
from community.reflex_adapter.socket import restrict_handshakes

# Payment providers send requests to these paths. The requests are signed, or are verified with
# the provider.
WEBHOOK_PATH = re.compile(r"/payments/[^/]+/result")

# The path `urls.UNSUBSCRIBE` is exempt too. Mail programs send requests to it, with a signed token
# and without the cookie.

# The scheme of a page whose scripts open a WebSocket with this scheme.
_HTTP_SCHEMES = {"ws": "http", "wss": "https"}

HSTS = "max-age=31536000; includeSubDomains"
# If a browser displays a JSON response, it must not load or run anything.
JSON_CSP = "default-src 'none'; frame-ancestors 'none'"
HTML_CSP = "frame-ancestors 'self'"


class CsrfMiddleware(HttpMiddleware):
    """Rejects requests from other sites with an unsafe method such as POST (403 `cross_origin`)."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in SAFE_METHODS or is_same_origin(scope):
            await self.app(scope, receive, send)
            return
        message = _("This request came from another site and was blocked.")
        await build_error_response(scope, 403, message, code="cross_origin")(scope, receive, send)


def is_same_origin(scope: Scope) -> bool:
    path = scope["path"]
    if _has_bearer_token(scope) or WEBHOOK_PATH.fullmatch(path) or path == urls.UNSUBSCRIBE:
        return True
    origin, site = get_header(scope, b"origin"), get_header(scope, b"sec-fetch-site")
    if origin and origin in {_get_site_origin(), _get_request_origin(scope)}:
        return True
    if site:
        return site in {"same-origin", "none"}
    return not origin


def is_followed_link(scope: Scope) -> bool:
    """Return whether a person has followed a link on a page of this site.

    Scripts cannot change these headers. Browsers send `Sec-Fetch-*` with HTTPS and to the machine
    itself, otherwise `Referer` says from where the request comes.
    """
    names = (b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-user")
    sent = tuple(get_header(scope, name) for name in names)
    if any(sent):
        return sent == ("same-origin", "navigate", "?1")
    page = urlsplit(get_header(scope, b"referer"))
    return f"{page.scheme}://{page.netloc}" in {_get_site_origin(), _get_request_origin(scope)}


def _has_bearer_token(scope: Scope) -> bool:
    # Browsers do not add this header on their own, and CORS prevents other sites from adding it.
    return get_header(scope, b"authorization")[:7].lower() == "bearer "


def _get_site_origin() -> str:
    parts = urlsplit(settings().base_url)
    return f"{parts.scheme}://{parts.netloc}"


def _get_request_origin(scope: Scope) -> str:
    """Return the scheme, host and port to which the browser sent the request.

    A proxy that terminates TLS reports the scheme in `X-Forwarded-Proto`. The header needs no
    trusted proxy, because another site cannot make a browser send it.
    """
    host = get_header(scope, b"host")
    forwarded = get_header(scope, b"x-forwarded-proto").partition(",")[0].strip().lower()
    scheme = forwarded or scope.get("scheme", "http")
    return f"{_HTTP_SCHEMES.get(scheme, scheme)}://{host}" if host else ""


def restrict_websocket_origins(app: rx.App) -> None:
    """Reject WebSocket connections from other sites.

    Browsers send the session cookie with every connection, so another site could act as the user.
    """
    restrict_handshakes(app, is_same_origin)


class SecurityHeadersMiddleware(HttpMiddleware):
    """Adds each security header to responses that do not already have it."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, call_before_start(send, _add_missing_headers))


def _add_missing_headers(response_start: Message) -> None:
    headers = MutableHeaders(raw=response_start["headers"])
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "strict-origin-when-cross-origin")
    if settings().is_https:
        headers.setdefault("Strict-Transport-Security", HSTS)
    content_type = headers.get("content-type", "")
    if content_type.startswith(("application/json", "application/problem+json")):
        headers.setdefault("Content-Security-Policy", JSON_CSP)
        if "public" not in headers.setdefault("Cache-Control", "private, no-cache"):
            headers.add_vary_header("Accept, Authorization, Cookie")
    elif content_type.startswith("text/html"):
        headers.setdefault("Content-Security-Policy", HTML_CSP)
        headers.setdefault("X-Frame-Options", "SAMEORIGIN")
