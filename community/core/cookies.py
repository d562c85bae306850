"""Parse the Cookie header."""


def find(header: str, name: str) -> str | None:
    """Return the value of the cookie `name`, or None if the Cookie header does not contain it.

    Other cookies may be malformed. The format is defined in RFC 6265, 5.4.
    """
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value.strip('"')
    return None
