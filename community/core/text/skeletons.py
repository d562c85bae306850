"""Skeletons of slugs and display names: those that look alike have the same skeleton.

The idea, and the table of characters, are those of Unicode Technical Standard 39. Unlike there,
the case, spaces and punctuation of names do not matter.
"""

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

from community.core.text.normalization import normalize_compatibility_characters

# In this order. Indexes contain these replacements, so a change needs a migration.
REPLACEMENTS: Final = (
    ("0", "o"),
    ("1", "l"),
    ("i", "l"),
    ("_", "-"),
    ("rn", "m"),
    ("vv", "w"),
)

MAX_NAME_SKELETON_LENGTH: Final = 100
_MAX_NAME_LENGTH = 200
# Letters, numbers and symbols, and the marks of scripts such as Devanagari. Without the variation
# selectors, which are also marks.
_CATEGORIES = frozenset("LNSM")
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)


def build_skeleton(slug: str) -> str:
    skeleton = slug.lower()
    for old, new in REPLACEMENTS:
        skeleton = skeleton.replace(old, new)
    return skeleton


def build_skeleton_sql(column: str) -> str:
    """Return the SQL expression for the skeleton of a column, on which there is an index."""
    sql = f"lower({column})"
    for old, new in REPLACEMENTS:
        sql = f"replace({sql}, '{old}', '{new}')"
    return sql


def build_name_skeleton(name: str) -> str:
    """Return the skeleton of a name. It is "" if the name has neither letters nor digits."""
    normalized = normalize_compatibility_characters(name, max_length=_MAX_NAME_LENGTH) or ""
    latin = "".join(map(_to_latin, normalized))
    visible = "".join(char for char in latin if _is_visible(char))
    return build_skeleton(visible)[:MAX_NAME_SKELETON_LENGTH]


def _to_latin(char: str) -> str:
    """Return the Latin letter that the character looks like, in upper or lower case.

    The Cyrillic Н looks like a Latin letter, but н does not. Names can be written in either case.
    """
    look_alikes = _load_look_alikes()
    forms = (char, char.lower(), char.upper())
    return next((look_alikes[form] for form in forms if form in look_alikes), char.lower())


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] in _CATEGORIES and ord(char) not in _VARIATION_SELECTORS


@cache
def _load_look_alikes() -> dict[str, str]:
    """Return the ASCII letters and digits that other characters look like.

    The module of the library would keep the whole table in memory, which takes 15 MB.
    """
    path = files("confusable_homoglyphs") / "confusables.json"
    table: dict[str, list[dict[str, str]]] = json.loads(path.read_text(encoding="utf-8"))
    look_alikes = {}
    for char, similar in table.items():
        latin = [item["c"] for item in similar if item["c"].isascii() and item["c"].isalnum()]
        if latin and not (char.isascii() and char.isalnum()):
            look_alikes[char] = latin[0].lower()
    return look_alikes
