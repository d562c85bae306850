"""Parse the Cookie header."""


def find(header: str, name: str) -> str | None:
    """Return the value of a cookie, or None. Malformed cookies are ignored (RFC 6265, 5.4)."""
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value.strip('"')
    return None
