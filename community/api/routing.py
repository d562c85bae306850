"""All routes of the interface as one, found by the first part of their address.

Pages and static files lie behind the interface, so most requests pass through here without being
for it. Trying every route in turn would cost each page more than the rest of the interface does.
"""

from collections.abc import Iterable
from typing import Any

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from community.api.negotiation import asks_for_json

READING = {"GET", "HEAD"}
SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
# Where Reflex listens: what is below it is none of ours.
BACKEND = "_rx"
_CHOSEN = "community.route"


class Interface(BaseRoute):
    """Every route of every subject. What it does not know falls through to the pages."""

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self.routes = [route for route in routes if isinstance(route, APIRoute)]
        self._by_first: dict[str, list[APIRoute]] = {}
        self._any_first: list[APIRoute] = []
        for route in self.routes:
            first = _first_part(route.path)
            if "{" in first:
                self._any_first.append(route)
            else:
                self._by_first.setdefault(first, []).append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http":
            return Match.NONE, {}
        first = _first_part(scope["path"])
        if first == BACKEND:
            return Match.NONE, {}
        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        allowed: set[str] = set()
        # An address whose first part is known is never that of somebody's profile.
        for route in self._by_first.get(first, self._any_first):
            match, more = route.matches(asked)
            if match is Match.FULL:
                return Match.FULL, {**more, _CHOSEN: route}
            if match is Match.PARTIAL:
                allowed |= route.methods or set()
        return self._unmatched(scope, first, allowed)

    def _unmatched(self, scope: Scope, first: str, allowed: set[str]) -> tuple[Match, Scope]:
        if first != "api" and not asks_for_json(scope):
            if scope["method"] in READING:
                return Match.NONE, {}
            if scope["method"] in SAFE and not allowed:  # a page, if anything
                allowed = {"GET"}
        if not allowed:
            return Match.FULL, {_CHOSEN: HTTPException(404)}
        status = 204 if scope["method"] == "OPTIONS" else 405
        headers = {"Allow": ", ".join(sorted(allowed))}
        return Match.FULL, {_CHOSEN: HTTPException(status, headers=headers)}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        chosen: Any = scope.pop(_CHOSEN)
        if isinstance(chosen, HTTPException):
            raise chosen
        if scope["method"] == "HEAD":  # the server itself leaves the body out
            scope = {**scope, "method": "GET"}
        await chosen.handle(scope, receive, send)


def _first_part(path: str) -> str:
    return path.lstrip("/").partition("/")[0]
