"""Versions of what is sent, as a browser names those that it has."""


def is_known(tag: str, if_none_match: str) -> bool:
    """Whether the client has this version: any of a list, compared weakly (RFC 9110, 13.1.2)."""
    known = (_opaque(each) for each in if_none_match.split(","))
    return if_none_match.strip() == "*" or _opaque(tag) in known


def _opaque(tag: str) -> str:
    return tag.strip().removeprefix("W/")
