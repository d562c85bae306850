"""Decide from the Accept header of a request whether to respond with HTML or JSON."""

from functools import lru_cache

JSON = "application/json"
HTML = "text/html"


def prefers_json(accept: str) -> bool:
    """Return whether the Accept header names JSON with at least the quality value of HTML.

    The function ignores `*/*`. A client that accepts only `*/*` does not prefer JSON.
    """
    return 0 < get_quality(accept, JSON) >= get_quality(accept, HTML)


def prefers_html(accept: str) -> bool:
    """Return whether the Accept header gives HTML a higher quality value than JSON.

    Browsers send such a header when they load a page.
    """
    return get_quality(accept, HTML) > get_quality(accept, JSON)


@lru_cache(512)
def get_quality(accept: str, media_type: str) -> float:
    """Return the quality value from 0 to 1 that an Accept header gives to a media type.

    If the header does not list the media type, a wildcard such as `text/*` applies. The wildcard
    `*/*` is ignored. Without a match, the function returns 0.
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
