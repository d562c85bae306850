"""A router that looks up API routes by the first segment of the path, which takes less time."""

from collections.abc import Iterable
from typing import Any

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from community.api.http.responses import prefers_json

READ_METHODS = {"GET", "HEAD"}
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
# Reflex handles all paths below this prefix.
REFLEX_PREFIX = "_rx"
_ROUTE_KEY = "community.route"


class PrefixRouter(BaseRoute):
    """A single Starlette route that contains all API routes.

    If no API route matches a request, the request goes to the pages or gets an error response.
    """

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self.routes = [route for route in routes if isinstance(route, APIRoute)]
        self._by_prefix: dict[str, list[APIRoute]] = {}
        self._without_prefix: list[APIRoute] = []
        for route in self.routes:
            prefix = _get_first_segment(route.path)
            if "{" in prefix:
                self._without_prefix.append(route)
            else:
                self._by_prefix.setdefault(prefix, []).append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http":
            return Match.NONE, {}
        prefix = _get_first_segment(scope["path"])
        if prefix == REFLEX_PREFIX:
            return Match.NONE, {}
        get_scope = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        allowed: set[str] = set()
        # A path with a known prefix is never a profile (`/{slug}`).
        for route in self._by_prefix.get(prefix, self._without_prefix):
            match, child_scope = route.matches(get_scope)
            if match is Match.FULL:
                return Match.FULL, {**child_scope, _ROUTE_KEY: route}
            if match is Match.PARTIAL:
                allowed |= route.methods or set()
        return self._match_page_or_error(scope, prefix, allowed)

    def _match_page_or_error(
        self, scope: Scope, prefix: str, allowed_methods: set[str]
    ) -> tuple[Match, Scope]:
        if prefix != "api" and not prefers_json(scope):
            if scope["method"] in READ_METHODS:
                return Match.NONE, {}
            if scope["method"] in SAFE_METHODS and not allowed_methods:  # Pages support GET only.
                allowed_methods = {"GET"}
        if not allowed_methods:
            return Match.FULL, {_ROUTE_KEY: HTTPException(404)}
        status = 204 if scope["method"] == "OPTIONS" else 405
        headers = {"Allow": ", ".join(sorted(allowed_methods))}
        return Match.FULL, {_ROUTE_KEY: HTTPException(status, headers=headers)}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        route: Any = scope.pop(_ROUTE_KEY)
        if isinstance(route, HTTPException):
            raise route
        if scope["method"] == "HEAD":  # The web server omits the body.
            scope = {**scope, "method": "GET"}
        await route.handle(scope, receive, send)


def _get_first_segment(path: str) -> str:
    return path.lstrip("/").partition("/")[0]
