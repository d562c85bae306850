"""Logging configuration.

Each log entry contains the id of the current request. Secrets in log entries are redacted. In
production each entry is one line of JSON.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

from community.core.settings import settings

# The id of the current request. It is added to every log entry.
request_id: ContextVar[str] = ContextVar("request_id", default="")

REDACTED = "[redacted]"
_SECRET_NAME = re.compile(
    r"cookie|authorization|token|password|passwd|secret|api_?key|credential", re.IGNORECASE
)
_SECRET_TEXT = re.compile(
    r"""(?P<name>["'\\]*[\w-]*(?:cookie|authorization|token|passw|secret|api_?key)[\w-]*["'\\]*\s*[:=]\s*)
        (?:(?P<quote>\\*["'])(?:\\.|.)*?(?P=quote)|["'\\]*(?:bearer\s+|basic\s+)?[^\s,;&"'})\]\\]+)
      | (?P<before>session=|bearer\s+|basic\s+)[^\s,;&"'})\]\\]+""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
# These libraries log too much at level INFO.
_QUIET = ("httpx", "httpcore", "asyncio", "aiosqlite", "engineio", "socketio", "multipart", "PIL")


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
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_make_formatter(shared))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _make_formatter(shared: list[Processor]) -> logging.Formatter:
    chain: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        redact_secrets,
    ]
    if settings().environment == "production":
        chain.append(structlog.processors.JSONRenderer(ensure_ascii=False))
    else:
        chain.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()))
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=chain)


def _add_request_id(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if current := request_id.get():
        event.setdefault("request_id", current)
    return event


def redact_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace cookies, tokens and passwords in a log entry with `[redacted]`.

    The function recognizes a secret by the name of its field, such as `password`, or by the text
    before the secret, such as `token=`.
    """
    for name, value in event.items():
        event[name] = REDACTED if _SECRET_NAME.search(name) else _redact(value)
    return event


def _redact_match(match: re.Match[str]) -> str:
    return (match["name"] or match["before"]) + REDACTED


def _redact(value: Any) -> Any:
    if isinstance(value, str):
        return _SECRET_TEXT.sub(_redact_match, value)
    if isinstance(value, dict):
        return {
            name: REDACTED if _SECRET_NAME.search(str(name)) else _redact(item)
            for name, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_redact(item) for item in value]
    return value
