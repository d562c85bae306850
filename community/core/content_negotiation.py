"""Choose between HTML and JSON by the Accept header. Used for URLs that can return either."""

from functools import lru_cache

JSON = "application/json"
HTML = "text/html"


def prefers_json(accept: str) -> bool:
    """Return whether the Accept header contains JSON and ranks it at least as high as HTML.

    `*/*` does not count as containing JSON.
    """
    return 0 < get_quality(accept, JSON) >= get_quality(accept, HTML)


def prefers_html(accept: str) -> bool:
    """Return whether the Accept header ranks HTML above JSON, as when a browser loads a page."""
    return get_quality(accept, HTML) > get_quality(accept, JSON)


@lru_cache(512)
def get_quality(accept: str, media_type: str) -> float:
    """Return the quality value from 0 to 1 that an Accept header gives to a media type.

    A wildcard subtype such as `text/*` applies if the type itself is not listed. `*/*` is ignored.
    """
    family = media_type.partition("/")[0] + "/*"
    quality = 0.0
    for part in accept.lower().split(","):
        name, *parameters = (item.strip() for item in part.split(";"))
        if name == media_type:
            return _parse_quality(parameters)
        if name == family:
            quality = _parse_quality(parameters)
    return quality


def _parse_quality(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return min(1.0, max(0.0, float(parameter[2:])))
            except ValueError:
                return 0.0
    return 1.0
