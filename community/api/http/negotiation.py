"""Content negotiation for URLs that serve an HTML page to browsers and JSON to API clients."""

from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from community.core.http import content_negotiation
from community.core.http.content_negotiation import JSON

FORM_MEDIA_TYPE = "application/x-www-form-urlencoded"


class HtmlDefaultRoute(APIRoute):
    """A JSON route that has the same URL as an HTML page.

    A GET request that prefers JSON matches this route. Other GET requests get the page.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and not prefers_json(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


class JsonDefaultRoute(APIRoute):
    """A JSON route that has the same URL as an HTML page.

    A GET request that prefers HTML gets the page. All other requests match this route. Its URL must
    be in `urls.JSON_BY_DEFAULT`.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_page = scope["method"] == "GET" and prefers_html(scope)
        return (Match.NONE, {}) if is_page else super().matches(scope)


def prefers_json(scope: Scope) -> bool:
    return content_negotiation.prefers_json(get_header(scope, b"accept"))


def prefers_html(scope: Scope) -> bool:
    return content_negotiation.prefers_html(get_header(scope, b"accept"))


def has_json_body(scope: Scope) -> bool:
    media_type = get_content_type(scope)
    return media_type == JSON or (
        media_type.startswith("application/") and media_type.endswith("+json")
    )


def has_form_body(scope: Scope) -> bool:
    """Return whether the body is a native HTML form without files."""
    return get_content_type(scope) == FORM_MEDIA_TYPE


def get_content_type(scope: Scope) -> str:
    """Return the media type of the body in lower case, without parameters such as `charset`."""
    return get_header(scope, b"content-type").partition(";")[0].strip().lower()


def get_header(scope: Scope, name: bytes) -> str:
    """Return the values of a header (in lower case), joined with commas, or an empty string."""
    values = [value for header, value in scope["headers"] if header == name]
    return b", ".join(values).decode("latin-1")
