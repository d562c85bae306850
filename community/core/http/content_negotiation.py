"""Decide from the headers of a request in which format and encoding to respond.

Both headers list values with a quality from 0 to 1, such as `gzip;q=0.5`. RFC 9110, section 12.4.2,
defines the format. A quality of 0 means that the client does not accept the value.
"""

import re
from functools import lru_cache

_QUALITY = re.compile(r"[0-9]{1,3}(\.[0-9]{0,9})?")

JSON = "application/json"
HTML = "text/html"


def prefers_json(accept: str) -> bool:
    """Return whether the Accept header names JSON with at least the quality value of HTML.

    The function ignores `*/*`. A client that accepts only `*/*` does not prefer JSON.
    """
    return 0 < get_quality(accept, JSON) >= get_quality(accept, HTML)


def prefers_html(accept: str) -> bool:
    """Return whether the Accept header gives HTML a higher quality value than JSON."""
    return get_quality(accept, HTML) > get_quality(accept, JSON)


@lru_cache(512)
def get_quality(accept: str, media_type: str) -> float:
    """Return the quality value from 0 to 1 that an Accept header gives to a media type.

    If the header does not list the media type, a wildcard such as `text/*` applies. The wildcard
    `*/*` is ignored. Without a match, the function returns 0.
    """
    family = media_type.partition("/")[0] + "/*"
    qualities = _parse_qualities(accept)
    return qualities.get(media_type, qualities.get(family, 0.0))


@lru_cache(512)
def accepts_gzip(accept_encoding: str) -> bool:
    """Return whether to compress the response for a client with this Accept-Encoding header.

    A client that accepts neither gzip nor an uncompressed response gets an uncompressed one, which
    RFC 9110, section 12.4.1, allows.
    """
    qualities = _parse_qualities(accept_encoding)
    other = qualities.get("*")
    identity = qualities.get("identity", other)
    gzip = qualities.get("gzip", qualities.get("x-gzip", other))
    if gzip is None:  # The header does not mention gzip.
        return identity == 0.0
    return gzip > 0.0 and gzip >= (identity or 0.0)


def _parse_qualities(header: str) -> dict[str, float]:
    """Return the quality of each value in the header. The first mention of a value counts."""
    qualities: dict[str, float] = {}
    for part in header.lower().split(","):
        name, *parameters = (item.strip() for item in part.split(";"))
        if name:
            qualities.setdefault(name, _parse_quality(parameters))
    return qualities


def _parse_quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            is_valid = _QUALITY.fullmatch(value.strip()) is not None
            return min(1.0, float(value)) if is_valid else 0.0
    return 1.0
