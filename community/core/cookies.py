"""Reading the Cookie header."""


def find(header: str, name: str) -> str | None:
    """The value of one cookie (RFC 6265, 5.4); what others sent beside it does not matter."""
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value.strip('"')
    return None
