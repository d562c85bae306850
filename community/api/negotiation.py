"""One address, two readers: a browser gets the page, a program gets JSON."""

from functools import lru_cache

from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

JSON = "application/json"
PAGE = "text/html"
FORM = "application/x-www-form-urlencoded"


class JsonIfAsked(APIRoute):
    """A route at the address of a page: it answers only those who ask for JSON by name."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and not asks_for_json(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


class JsonUnlessPage(APIRoute):
    """A route at the address of a page: it answers everybody but browsers that open the page."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and prefers_page(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


def asks_for_json(scope: Scope) -> bool:
    """Whether the client names JSON and would not rather have a page; `*/*` names nothing."""
    accept = header(scope, b"accept")
    return 0 < named(accept, JSON) >= named(accept, PAGE)


def prefers_page(scope: Scope) -> bool:
    """Whether the client names HTML before JSON, as a browser does for what it will show."""
    accept = header(scope, b"accept")
    return named(accept, PAGE) > named(accept, JSON)


def is_json(scope: Scope) -> bool:
    """Whether the body is declared as JSON."""
    kind = content_type(scope)
    return kind == JSON or (kind.startswith("application/") and kind.endswith("+json"))


def is_form(scope: Scope) -> bool:
    """Whether the body is that of a native form without files."""
    return content_type(scope) == FORM


def content_type(scope: Scope) -> str:
    """The media type of the body without its parameters, in lower case."""
    return header(scope, b"content-type").partition(";")[0].strip().lower()


def header(scope: Scope, name: bytes) -> str:
    """A header by its name in lower case; several lines of one are joined with commas."""
    found = [value for each, value in scope["headers"] if each == name]
    return b", ".join(found).decode("latin-1")


@lru_cache(512)
def named(accept: str, media_type: str) -> float:
    """How much Accept wants a media type that it names (itself or its family): 0 to 1."""
    family = media_type.partition("/")[0] + "/*"
    wanted = 0.0
    for part in accept.lower().split(","):
        name, *parameters = (each.strip() for each in part.split(";"))
        if name == media_type:
            return _quality(parameters)
        if name == family:
            wanted = _quality(parameters)
    return wanted


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return min(1.0, max(0.0, float(parameter[2:])))
            except ValueError:
                return 0.0
    return 1.0
