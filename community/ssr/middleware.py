"""Middleware that responds with server-rendered pages and passes other requests to the next app.

Most responses are cached pages for guests and must be fast. Therefore the middleware implements
ASGI without a framework and runs before all other middleware.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

from starlette.types import ASGIApp, Receive, Scope, Send

from community import authentication, urls
from community.core import rate_limits
from community.core.actor import Actor
from community.core.http import content_negotiation, form_flash
from community.core.http.client_ip import get_client_ip
from community.core.http.etags import matches
from community.reflex_adapter import build_output
from community.ssr.http import gzip
from community.ssr.http.fallback import FallbackInterceptor
from community.ssr.http.page_cache import PageCache
from community.ssr.http.routing import PageRequest, PageRoute, build_not_found_request, match_route
from community.ssr.render import RenderedPage, render_page, render_rate_limit_page

_COMMON_HEADERS = (
    (b"content-type", b"text/html; charset=utf-8"),
    (b"vary", b"Accept, Accept-Encoding, Cookie"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
)

RequestHeaders: TypeAlias = Mapping[bytes, bytes]
HeaderField: TypeAlias = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class PageResponse:
    page: RenderedPage
    headers: tuple[HeaderField, ...] = ()
    # Whether the page is for a signed-in user. Shared caches must not store private pages.
    is_private: bool = False


class SSRMiddleware:
    """Responds with server-rendered pages at the paths of the given routes."""

    def __init__(self, app: ASGIApp, routes: Sequence[PageRoute]) -> None:
        self._app = app
        self._routes = routes
        self._cache = PageCache()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_page_request(scope):
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        path: str = scope["path"]
        request = match_route(self._routes, path)
        stripped = path.rstrip("/")
        if request is None and match_route(self._routes, stripped) is not None:
            redirect = PageResponse(_build_redirect(stripped, scope))
            await _send_page(redirect, scope["method"], headers, send)
            return
        if request is None:
            interceptor = FallbackInterceptor(scope, send)
            await self._app(scope, receive, interceptor.send)
            if not interceptor.was_intercepted:
                return
            request = build_not_found_request(path)
        response = await self._build_page_response(scope, headers, request)
        await _send_page(response, scope["method"], headers, send)

    async def _build_page_response(
        self, scope: Scope, headers: RequestHeaders, request: PageRequest
    ) -> PageResponse:
        request.parse_query(scope["query_string"].decode("latin-1"))
        cookies = headers.get(b"cookie", b"").decode("latin-1")
        request.cookie_header = cookies
        token = authentication.find_session_token(cookies)
        client_ip = get_client_ip(scope)
        actor = await authentication.authenticate_session(token, client_ip)
        if actor.is_guest and request.has_form:
            request.form_flash = form_flash.find(cookies)
        try:
            counted = await _count_request(request, actor)
            page = await render_page(request, actor, self._cache)
        except rate_limits.RateLimitExceeded as error:
            counted = error.headers
            page = await render_rate_limit_page(request, actor, error.message)
        limit_headers = _encode_headers(counted)
        if token is None or actor.is_guest:
            return PageResponse(page, limit_headers)
        if (await authentication.authenticate_session(token, client_ip)).is_guest:
            # The session ended while the page was rendered. Send no cookie, because the browser may
            # already have a newer session cookie.
            return PageResponse(page, limit_headers, is_private=True)
        # Every page view extends the session to its full duration.
        cookie = (b"set-cookie", authentication.build_session_cookie_header(token).encode())
        return PageResponse(page, (cookie, *limit_headers), is_private=True)


async def _count_request(request: PageRequest, actor: Actor) -> Mapping[str, str]:
    """Count a request for a page with a rate limit. Return the headers that report the limit."""
    if not request.limit:
        return {}
    return (await rate_limits.count_hit(request.limit, rate_limits.get_actor_key(actor))).headers


def _encode_headers(headers: Mapping[str, str]) -> tuple[HeaderField, ...]:
    return tuple((name.lower().encode(), value.encode()) for name, value in headers.items())


def _is_page_request(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] in ("GET", "HEAD")
        and _should_send_html(scope["path"], _get_accept_header(scope))
        and build_output.is_built()
    )


def _build_redirect(path: str, scope: Scope) -> RenderedPage:
    query = scope["query_string"].decode("latin-1")
    location = quote(path, safe=urls.PATH_SAFE_CHARACTERS)
    return RenderedPage(301, location=f"{location}?{query}" if query else location)


def _should_send_html(path: str, accept_header: str) -> bool:
    """Return whether to respond with an HTML page instead of JSON.

    At paths in `JSON_BY_DEFAULT`, only clients that prefer HTML get HTML. At all other paths, only
    clients that prefer JSON get JSON. A client without an Accept header has no preference.
    """
    if path in urls.JSON_BY_DEFAULT:
        return content_negotiation.prefers_html(accept_header)
    return not content_negotiation.prefers_json(accept_header)


def _get_accept_header(scope: Scope) -> str:
    values = [value for name, value in scope["headers"] if name == b"accept"]
    return b", ".join(values).decode("latin-1")


async def _send_page(
    response: PageResponse, method: str, request_headers: RequestHeaders, send: Send
) -> None:
    page, status = response.page, response.page.status
    cache_control = b"private, no-cache" if response.is_private else b"no-cache"
    headers: list[HeaderField] = [
        *_COMMON_HEADERS,
        (b"cache-control", cache_control),
        *response.headers,
    ]
    if page.location:
        await _send_response(send, status, [*headers, (b"location", page.location.encode())], b"")
        return
    etag = gzip.compute_entity_tag(page.chunks)
    headers += [
        (b"content-security-policy", page.content_security_policy.encode()),
        (b"etag", etag.encode()),
    ]
    if_none_match = request_headers.get(b"if-none-match", b"").decode("latin-1")
    if status == 200 and matches(etag, if_none_match):
        await _send_response(send, 304, headers, b"")
    elif content_negotiation.accepts_gzip(
        request_headers.get(b"accept-encoding", b"").decode("latin-1")
    ):
        body = gzip.join_gzip(page.chunks)
        await _send_response(send, status, [*headers, (b"content-encoding", b"gzip")], body, method)
    else:
        await _send_response(send, status, headers, gzip.join_uncompressed(page.chunks), method)


async def _send_response(
    send: Send, status: int, headers: Iterable[HeaderField], body: bytes, method: str = "GET"
) -> None:
    if status != 304:  # There, the length would be that of the page.
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers]})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
