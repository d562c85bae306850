"""Hostile texts: inputs for which careless code needs more than linear time or fails."""

from collections.abc import Callable, Mapping

_TABLE = "|a" * 181 + "\n" + "|-" * 181 + "\n" + "|\n" * 360
# Patterns that are repeated up to the maximum length of a field.
_PATTERNS: dict[str, str] = {
    "letters": "a",
    "digits": "9",
    "spaces": " ",
    "words": "a ",
    "dots": "a.",
    "hyphens": "-",
    "percent signs": "%",
    "double quotes": '"',
    "apostrophes": "'",
    "backslashes": "\\",
    "quotations": ">",
    "opening brackets": "[",
    "opening links": "[a](",
    "images": "![a](b)",
    "parentheses": "(",
    "asterisks": "*",
    "emphasis": "*a_",
    "strong emphasis": "a**b",
    "strikethrough": "~~a",
    "backticks": "`a",
    "lists": "- ",
    "tables": _TABLE,
    "autolinks": "<http://a",
    "urls": "http://a.b/ ",
    "mentions": "@a ",
    "emails": "a@b.",
    "tags": "<a b='",
    "entities": "&#x41",
    "zero-width characters": "\u200b\u200d",
    "right-to-left marks": "\u202e\u05d0\u200f",
    "expanding characters": "\ufdfa",
    "emoji": "\U0001f468\u200d\U0001f469",
    "line breaks": "\n",
    "carriage returns": "\r\n",
    "null characters": "\0",
    "surrogates": "\ud800",
}


def _combining_marks(length: int) -> str:
    # The two marks have different classes, so normalization sorts the whole run.
    return ("a" + "\u0315\u0300" * (length // 2))[:length]


def _repeat(pattern: str) -> Callable[[int], str]:
    return lambda length: (pattern * (length // len(pattern) + 1))[:length]


# Functions that build a text with the given number of characters.
VALUES: Mapping[str, Callable[[int], str]] = {
    "combining marks": _combining_marks,
    **{name: _repeat(pattern) for name, pattern in _PATTERNS.items()},
}
# The values with which most attacks succeeded. Only two, because each takes half a minute.
WORST_VALUES: Mapping[str, Callable[[int], str]] = {
    name: VALUES[name] for name in ("combining marks", "tables")
}
