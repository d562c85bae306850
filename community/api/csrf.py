"""Protection against cross-site request forgery.

A browser sends the session cookie with requests that other sites trigger, but it also sends
`Origin` or `Sec-Fetch-Site`, which scripts cannot forge. A client that sends neither header is not
a browser (since 2020 every browser sends `Origin` with unsafe requests), so another site cannot
have triggered its request.
"""

import re
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from community.api.errors import error_response
from community.api.negotiation import get_header
from community.api.routing import SAFE_METHODS
from community.core.settings import settings
from community.i18n import gettext as _

# Payment providers send requests to these paths. The requests are signed, or are verified with
# the provider.
WEBHOOK_PATH = re.compile(r"/payments/[^/]+/result")


class CsrfMiddleware:
    """Rejects cross-site requests with an unsafe method (403 `cross_origin`)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS or is_same_origin(scope):
            await self.app(scope, receive, send)
            return
        message = _("This request came from another site and was blocked.")
        await error_response(scope, 403, message, code="cross_origin")(scope, receive, send)


def is_same_origin(scope: Scope) -> bool:
    if _has_bearer_token(scope) or WEBHOOK_PATH.fullmatch(scope["path"]):
        return True
    origin, site = get_header(scope, b"origin"), get_header(scope, b"sec-fetch-site")
    if origin and (origin == _get_site_origin() or _has_host(origin, get_header(scope, b"host"))):
        return True
    if site:
        return site in {"same-origin", "none"}
    return not origin


def _has_bearer_token(scope: Scope) -> bool:
    # Browsers do not add this header on their own, and CORS prevents other sites from adding it.
    return get_header(scope, b"authorization")[:7].lower() == "bearer "


def _get_site_origin() -> str:
    parts = urlsplit(settings().base_url)
    return f"{parts.scheme}://{parts.netloc}"


def _has_host(origin: str, host: str) -> bool:
    return bool(host) and urlsplit(origin).netloc == host
