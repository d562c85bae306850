"""How the demo's files are read: tables, texts with a head, short spans of time, pools of lines."""

import re
import tomllib
from datetime import timedelta
from importlib.resources import files
from typing import Any

FENCE = "+++"
SPAN = re.compile(r"(\d+)([dhm])")
UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}

Table = dict[str, Any]


def text_of(path: str) -> str:
    """A data file of this package, by its path inside it."""
    return files(__package__).joinpath(path).read_text(encoding="utf-8")


def lines_of(path: str) -> tuple[str, ...]:
    """The lines of a data file that are not empty."""
    return tuple(line for line in text_of(path).splitlines() if line.strip())


def names_in(folder: str) -> tuple[str, ...]:
    """Names of the files in a folder of this package, in order."""
    return tuple(sorted(item.name for item in files(__package__).joinpath(folder).iterdir()))


def table_of(path: str) -> Table:
    """A TOML file of this package."""
    return tomllib.loads(text_of(path))


def head_and_body(text: str) -> tuple[Table, str]:
    """A text that begins with TOML between two lines of ``+++``.

    Raises:
        ValueError: one of the two lines is missing.
    """
    opening, head, body = text.split(f"{FENCE}\n", 2)
    if opening:
        raise ValueError(f"a post begins with {FENCE}, not with {opening[:20]!r}")
    return tomllib.loads(head), body.strip() + "\n"


def span(text: str) -> timedelta:
    """A length of time written as ``12d 4h`` or ``90m``.

    Raises:
        ValueError: there is nothing in it that looks like one.
    """
    parts = SPAN.findall(text)
    if not parts:
        raise ValueError(f"not a span of time: {text!r}")
    return sum((int(count) * UNITS[unit] for count, unit in parts), timedelta())
