"""One address, two readers: a browser gets the page, a program gets JSON."""

from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from community.core import accept
from community.core.accept import JSON

FORM = "application/x-www-form-urlencoded"


class JsonIfAsked(APIRoute):
    """A route at the address of a page: it answers only those who ask for JSON by name."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and not asks_for_json(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


class JsonUnlessPage(APIRoute):
    """A route at the address of a page: it answers everybody but browsers that open the page.

    Its address is in `urls.DATA_FIRST`, so that the page knows of it.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and prefers_page(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


def asks_for_json(scope: Scope) -> bool:
    """Whether the client names JSON and would not rather have a page."""
    return accept.asks_for_json(header(scope, b"accept"))


def prefers_page(scope: Scope) -> bool:
    """Whether the client names HTML before JSON."""
    return accept.prefers_page(header(scope, b"accept"))


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
