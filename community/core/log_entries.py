"""Makes log entries safe to write: bounds their size and number, and redacts secrets.

Log entries contain text from outside, such as URLs. Every text is cut before a pattern searches it,
and the patterns take linear time, so that no client can block the process with a long text.
"""

import re
import time
from collections.abc import Mapping, MutableMapping
from itertools import islice
from typing import Any

REDACTED = "[redacted]"
# Enough for an error message of a library. Longer texts are content that the log does not need.
MAX_TEXT_LENGTH = 2_000
# The beginning of a traceback names the entry point, its end the error.
MAX_TRACEBACK_HEAD = 6_000
MAX_TRACEBACK_TAIL = 18_000
MAX_ITEMS = 20
MAX_NAME_LENGTH = 100

_TRACEBACK_FIELDS = frozenset({"exception", "stack"})
_SECRET_NAME = re.compile(
    r"cookie|authorization|token|password|passwd|secret|api_?key|credential",
    re.IGNORECASE | re.ASCII,
)
# The quantifiers are possessive or bounded, so each part of the text is searched only once. A
# quoted value ends at its closing quote or, because the text can be cut, at the end of the text.
_SECRET_TEXT = re.compile(
    r"""(?P<name>
            (?:cookie|authorization|token|passw|secret|api_?key)
            [\w-]{0,40}+ ["'\\]{0,8}+ \s{0,8}+ [:=] \s{0,8}+
        )
        (?:
            (?P<quote>\\{0,4}+["']) (?:\\.|[^\\])*? (?:(?P=quote)|\\?\Z)
          | (?:bearer\s{1,8}+|basic\s{1,8}+)? [^\s,;&"'})\]\\]++
        )
      | (?P<before>session=|bearer\s{1,8}+|basic\s{1,8}+) [^\s,;&"'})\]\\]++
    """,
    re.IGNORECASE | re.ASCII | re.VERBOSE | re.DOTALL,
)
# Control characters, line separators and marks that change the direction of text. With them, a
# client could forge a line of the log, or make a terminal show another text.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_UNSAFE_IN_TRACEBACK = re.compile(_UNSAFE.pattern.replace("\x00-\x1f", "\x00-\x09\x0b-\x1f"))
WINDOW_SECONDS = 60.0


def sanitize_entry(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Cut, escape and redact all values of a log entry. This is a processor for structlog.

    The function recognizes a secret by the name of its field, such as `password`, or by the text
    before the secret, such as `token=`.
    """
    for name in list(event):
        if name in _TRACEBACK_FIELDS:
            event[name] = sanitize_traceback(str(event[name]))
        else:
            event[name] = _sanitize_field(name, event[name])
    return event


def sanitize_text(text: str) -> str:
    removed = len(text) - MAX_TEXT_LENGTH
    safe = _escape(_UNSAFE, _redact(text[:MAX_TEXT_LENGTH]))
    return safe + _mark_cut(removed) if removed > 0 else safe


def sanitize_traceback(text: str) -> str:
    """Return a traceback that is at most `MAX_TRACEBACK_HEAD + MAX_TRACEBACK_TAIL` long."""
    if len(text) > MAX_TRACEBACK_HEAD + MAX_TRACEBACK_TAIL:
        # The tail starts at a new line, so that it does not start within a secret.
        tail = text[-MAX_TRACEBACK_TAIL:].partition("\n")[2]
        removed = len(text) - MAX_TRACEBACK_HEAD - len(tail)
        text = f"{_redact(text[:MAX_TRACEBACK_HEAD])}{_mark_cut(removed)}\n{_redact(tail)}"
        return _escape(_UNSAFE_IN_TRACEBACK, text)
    return _escape(_UNSAFE_IN_TRACEBACK, _redact(text))


def _sanitize_field(name: object, value: Any) -> Any:
    return REDACTED if _SECRET_NAME.search(str(name)[:MAX_NAME_LENGTH]) else _sanitize(value)


def _sanitize(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {
            sanitize_text(str(name)[:MAX_NAME_LENGTH]): _sanitize_field(name, _flatten(item))
            for name, item in islice(value.items(), MAX_ITEMS)
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [_sanitize(_flatten(item)) for item in islice(value, MAX_ITEMS)]
    return sanitize_text(value if isinstance(value, str) else repr(value))


def _flatten(value: Any) -> Any:
    """Return the representation of a collection as text, so that collections have one level."""
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)


def _mark_cut(count: int) -> str:
    return f"… [{count} characters cut]"


def _redact(text: str) -> str:
    return _SECRET_TEXT.sub(lambda match: (match["name"] or match["before"]) + REDACTED, text)


def _escape(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


class LogLimit:
    """Allows a number of log entries per minute in this process."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._started_at = 0.0
        self._count = 0

    def allows_entry(self) -> bool:
        """Count an entry, and return whether to write it."""
        now = time.monotonic()
        if now - self._started_at > WINDOW_SECONDS:
            self._started_at, self._count = now, 0
        self._count += 1
        return self._count <= self._per_minute
