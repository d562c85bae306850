"""Middleware that serves robots.txt, the sitemaps and the Atom feeds."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode
from xml.etree import ElementTree as ET

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from community.core import errors, rate_limits
from community.core.actor import GUEST
from community.core.db.sessions import read_session
from community.core.http.client_ip import get_client_ip
from community.core.http.content_negotiation import accepts_gzip
from community.core.http.etags import matches
from community.ssr.http.gzip import Chunk, compute_entity_tag, join_gzip, join_uncompressed
from community.ssr.http.page_cache import CachedPage, PageCache
from community.ssr.http.routing import Route

# Feed readers and crawlers request the files regularly and do not need changes immediately.
CACHE_CONTROL = "public, max-age=300"
NOT_FOUND_TTL_SECONDS = 5.0
# Enough for the sitemap of 80,000 posts, whose parts are the largest files.
MAX_CACHED_BYTES = 12 * 1024 * 1024


@dataclass(frozen=True)
class GeneratedFile:
    body: bytes
    # Topics of messages (`realtime/messages.py`). A message with one of them removes the file
    # from the cache.
    topics: frozenset[str] = frozenset()
    ttl: float = 300.0  # seconds until the cached file expires


FileRenderer = Callable[..., Awaitable[GeneratedFile]]


@dataclass(frozen=True)
class FileRoute(Route[FileRenderer]):
    """The route of a file.

    `render` gets the value of each placeholder as a keyword argument, and if the route accepts
    query parameters, their values as the keyword argument `query_params`.
    """

    media_type: str


def serialize_xml(root: ET.Element) -> bytes:
    document: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return document


class GeneratedFilesMiddleware:
    """Responds to requests for generated files and passes all other requests to the next app."""

    def __init__(self, app: ASGIApp, routes: Sequence[FileRoute]) -> None:
        self._app = app
        self._routes = routes
        self._cache = PageCache(MAX_CACHED_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._find_route(scope["path"]) if _is_get_or_head_request(scope) else None
        if found is None:
            await self._app(scope, receive, send)
            return
        route, arguments = found
        try:
            await _count_request(route, scope)
        except rate_limits.RateLimitExceeded as error:
            response = Response(error.message, 429, error.headers, "text/plain")
            await response(scope, receive, send)
            return
        key = scope["path"]
        if route.accepted_params:
            arguments["query_params"] = values = _parse_query(route, scope)
            key = f"{key}?{urlencode(sorted(values.items()))}"
        file = await self._cache.get_or_load(key, partial(_render_file, route.render, arguments))
        response = _build_response(file, route.media_type, dict(scope["headers"]))
        await response(scope, receive, send)

    def _find_route(self, path: str) -> tuple[FileRoute, dict[str, Any]] | None:
        for route in self._routes:
            if (arguments := route.match(path)) is not None:
                return route, arguments
        return None


def _is_get_or_head_request(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}


async def _count_request(route: FileRoute, scope: Scope) -> None:
    """Count a request for a file that has a rate limit, also those of members, as for guests."""
    if route.limit:
        guest = replace(GUEST, ip_address=get_client_ip(scope))
        await rate_limits.count_hit(route.limit, rate_limits.get_network_key(guest))


def _parse_query(route: FileRoute, scope: Scope) -> dict[str, str]:
    values = parse_qs(scope["query_string"].decode("latin-1"))
    return {name: values[name][-1] for name in values.keys() & route.accepted_params}


async def _render_file(renderer: FileRenderer, arguments: dict[str, Any]) -> CachedPage:
    try:
        async with read_session() as session:
            file = await renderer(session, **arguments)
    except errors.Moved as moved:
        return CachedPage(301, location=moved.url, ttl=0)
    except errors.NotFound as error:
        body = Chunk.compress(error.message.encode())
        return CachedPage(404, main=body, ttl=NOT_FOUND_TTL_SECONDS)
    except errors.Invalid as error:
        return CachedPage(422, main=Chunk.compress(error.message.encode()), ttl=0)
    return CachedPage(200, main=Chunk.compress(file.body), topics=file.topics, ttl=file.ttl)


def _build_response(
    file: CachedPage, media_type: str, request_headers: dict[bytes, bytes]
) -> Response:
    if file.location:
        return Response(status_code=file.status, headers={"Location": file.location})
    if file.status != 200:
        return Response(join_uncompressed([file.main]), file.status, media_type="text/plain")
    etag = compute_entity_tag([file.main])
    headers = {"Cache-Control": CACHE_CONTROL, "Vary": "Accept-Encoding", "ETag": etag}
    if matches(etag, request_headers.get(b"if-none-match", b"").decode("latin-1")):
        return Response(status_code=304, headers=headers)
    if accepts_gzip(request_headers.get(b"accept-encoding", b"").decode("latin-1")):
        headers["Content-Encoding"] = "gzip"
        return Response(join_gzip([file.main]), media_type=media_type, headers=headers)
    return Response(join_uncompressed([file.main]), media_type=media_type, headers=headers)
