"""Logs: one line of JSON for each event, with the id of its request, without secrets."""

import logging
import re
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

from community.core.settings import settings

# The request that is being answered, for every line written meanwhile.
request_id: ContextVar[str] = ContextVar("request_id", default="")

HIDDEN = "[hidden]"
_SECRET_NAME = re.compile(
    r"cookie|authorization|token|password|passwd|secret|api_?key|credential", re.IGNORECASE
)
_SECRET_TEXT = re.compile(
    r"""(?P<name>["'\\]*[\w-]*(?:cookie|authorization|token|passw|secret|api_?key)[\w-]*["'\\]*\s*[:=]\s*)
        (?:(?P<quote>\\*["'])(?:\\.|.)*?(?P=quote)|["'\\]*(?:bearer\s+|basic\s+)?[^\s,;&"'})\]\\]+)
      | (?P<before>session=|bearer\s+|basic\s+)[^\s,;&"'})\]\\]+""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
# Their warnings concern us, their chatter does not.
_QUIET = ("httpx", "httpcore", "asyncio", "aiosqlite", "engineio", "socketio", "multipart", "PIL")


def configure(stream: TextIO | None = None) -> None:
    """Send what everybody logs, libraries too, through one renderer to standard error."""
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
    handler.setFormatter(_formatter(shared))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _formatter(shared: list[Processor]) -> logging.Formatter:
    chain: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    if settings().environment == "production":
        chain.append(structlog.processors.JSONRenderer(ensure_ascii=False))
    else:
        chain.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()))
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=chain)


def _add_request_id(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if found := request_id.get():
        event.setdefault("request_id", found)
    return event


def hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Cookies, tokens and passwords, by the name of their field or by what stands before them."""
    for name, value in event.items():
        event[name] = HIDDEN if _SECRET_NAME.search(name) else _without_secrets(value)
    return event


def _hide(found: re.Match[str]) -> str:
    return (found["name"] or found["before"]) + HIDDEN


def _without_secrets(value: Any) -> Any:
    if isinstance(value, str):
        return _SECRET_TEXT.sub(_hide, value)
    if isinstance(value, dict):
        return {
            name: HIDDEN if _SECRET_NAME.search(str(name)) else _without_secrets(each)
            for name, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_without_secrets(each) for each in value]
    return value
