"""Parse the Cookie header."""


def find(header: str, name: str) -> str | None:
    """Return the value of the cookie `name` in a Cookie header, or None if it is missing.

    Malformed cookies in the header are ignored. RFC 6265, section 5.4, defines the format.
    """
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value.strip('"')
    return None
