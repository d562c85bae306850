"""Titles as parts of addresses."""

import re

from anyascii import anyascii

_BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")
_INSIDE_WORDS = re.compile(r"['’ʼ`]")

LENGTH = 80


def slugify(title: str, *, length: int = LENGTH) -> str:
    """A title in lower-case Latin letters, digits and hyphens, whatever its script.

    "Щи да каша — пища наша!" is "shchi-da-kasha-pishcha-nasha".

    Returns:
        At most `length` characters, cut between words where there is a gap; "" if nothing is left.
    """
    latin = anyascii(_INSIDE_WORDS.sub("", title)).lower()
    slug = _BETWEEN_WORDS.sub("-", latin).strip("-")
    if len(slug) <= length:
        return slug
    return slug[: length + 1].rpartition("-")[0] or slug[:length]
