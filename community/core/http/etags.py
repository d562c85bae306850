"""Compare ETags with the If-None-Match header."""


def matches(etag: str, if_none_match: str) -> bool:
    """Return whether If-None-Match is `*` or has this ETag, weak or not (RFC 9110, 13.1.2)."""
    client_tags = (_strip_weak_prefix(tag) for tag in if_none_match.split(","))
    return if_none_match.strip() == "*" or _strip_weak_prefix(etag) in client_tags


def _strip_weak_prefix(tag: str) -> str:
    return tag.strip().removeprefix("W/")
