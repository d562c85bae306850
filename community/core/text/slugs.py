"""Convert titles to slugs, which are the readable parts of URLs."""

import re

from anyascii import anyascii

_WORD_SEPARATORS = re.compile(r"[^a-z0-9]+")
_APOSTROPHES = re.compile(r"['’ʼ`]")

MAX_LENGTH = 80


def slugify(title: str, *, max_length: int = MAX_LENGTH) -> str:
    """Convert a title to lower-case Latin letters, digits and hyphens.

    For example, "Щи да каша — пища наша!" becomes "shchi-da-kasha-pishcha-nasha". A longer slug is
    cut, between words if possible. The slug is "" if the title has no letters or digits.
    """
    # The transliteration of a soft sign is an apostrophe.
    latin = _APOSTROPHES.sub("", anyascii(title)).lower()
    slug = _WORD_SEPARATORS.sub("-", latin).strip("-")
    if len(slug) <= max_length:
        return slug
    return slug[: max_length + 1].rpartition("-")[0] or slug[:max_length]
