"""Logging configuration.

All log entries of the process, including those of libraries, warnings and uncaught exceptions, pass
through the same processors. Each entry contains the id of the current request. Secrets in entries
are redacted (`log_redaction.py`). In production each entry is one line of JSON.
"""

import logging
import sys
import textwrap
import threading
from collections.abc import MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from types import TracebackType
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

from community.core.log_entries import sanitize_entry
from community.core.settings import settings

# The id of the current request. It is added to every log entry.
request_id: ContextVar[str] = ContextVar("request_id", default="")

log = structlog.get_logger(__name__)

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
