"""What a client would rather have of an address that is both a page and data."""

from functools import lru_cache

JSON = "application/json"
PAGE = "text/html"


def asks_for_json(accept: str) -> bool:
    """Whether the client names JSON and would not rather have a page; `*/*` names nothing."""
    return 0 < named(accept, JSON) >= named(accept, PAGE)


def prefers_page(accept: str) -> bool:
    """Whether the client names HTML before JSON, as a browser does for what it will show."""
    return named(accept, PAGE) > named(accept, JSON)


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
