"""The log: its configuration, and what makes its entries safe to write.

All log entries of the process, including those of libraries, warnings and uncaught exceptions, pass
through the same processors. Each entry contains the id of the current request. In production each
entry is one line of JSON.

Log entries contain text from outside, such as URLs. Therefore their size and number are bounded,
and secrets in them are redacted. Every text is cut before a pattern searches it, and the patterns
take linear time, so that no client can block the process with a long text.
"""

import logging
import re
import sys
import textwrap
import threading
import time
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from itertools import islice
from types import TracebackType
from typing import Any, TextIO

from community.core.processes.memory import hide_packages
from community.core.settings import settings

# structlog can format tracebacks with Rich, which loads Pygments for them, 1.4 MB.
with hide_packages("rich"):
    import structlog
    from structlog import get_logger
    from structlog.typing import Processor

# The id of the current request. It is added to every log entry.
request_id: ContextVar[str] = ContextVar("request_id", default="")

log = get_logger(__name__)

# These libraries log too much at level INFO. engineio and socketio also add a handler of their own,
# which would not redact secrets, unless their loggers have a level.
_QUIET = (
    "httpx",
    "httpcore",
    "httpx2",
    "httpcore2",
    "openai",
    "asyncio",
    "aiosqlite",
    "engineio",
    "engineio.server",
    "socketio",
    "socketio.server",
    "multipart",
    "PIL",
    "alembic",
    "stripe",
)

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


def configure(stream: TextIO | None = None) -> None:
    """Write all logs, including those of libraries, to `stream`. The default is standard error."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_request_id,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = _Handler(stream)
    handler.setFormatter(_make_formatter(shared))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.captureWarnings(capture=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def capture_everything() -> None:
    """Log what would otherwise be printed with its secrets, when a process starts to serve.

    This includes exceptions that nothing catches, and the log entries of libraries that print them,
    such as the console of Reflex in development.
    """
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger):
            logger.handlers.clear()
            logger.propagate = True
    sys.excepthook = _log_exception
    threading.excepthook = lambda args: _log_exception(
        args.exc_type, args.exc_value, args.exc_traceback
    )
    sys.unraisablehook = lambda args: _log_exception(
        args.exc_type, args.exc_value, args.exc_traceback
    )


class _Handler(logging.Handler):
    """Writes to `stream` or, if it is None, to the standard error at the time of the entry."""

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__()
        self._stream = stream

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._write(self.format(record))
        except Exception:  # noqa: BLE001  # logging must not fail the caller
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # name in `logging`
        """Report an entry that cannot be formatted, without its content."""
        with suppress(OSError, ValueError):
            self._write(f'{{"event": "log_entry_failed", "logger": "{record.name}"}}')

    def _write(self, line: str) -> None:
        stream = self._stream or sys.stderr
        stream.write(f"{line}\n")
        stream.flush()


def _log_exception(
    exception_type: type[BaseException],
    exception: BaseException | None,
    traceback: TracebackType | None,
) -> None:
    if issubclass(exception_type, KeyboardInterrupt):
        return
    exc_info = (exception_type, exception or exception_type(), traceback)
    log.critical("uncaught_exception", exc_info=exc_info)


def _make_formatter(shared: list[Processor]) -> logging.Formatter:
    chain: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        sanitize_entry,
    ]
    if settings().environment == "production":
        chain.append(structlog.processors.JSONRenderer(ensure_ascii=False))
    else:
        chain += [_indent_traceback, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=chain)


def _add_request_id(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if current := request_id.get():
        event.setdefault("request_id", current)
    return event


def _indent_traceback(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Indent tracebacks, so that a line break in an error message cannot forge a log entry."""
    for name in event.keys() & {"exception", "stack"}:
        event[name] = textwrap.indent(event[name], "    ")
    return event


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
