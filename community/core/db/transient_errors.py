"""Recognize errors whose cause is a temporary outage of the database or Redis."""

import socket

from redis.exceptions import (
    BusyLoadingError,
    ConnectionError as RedisConnectionError,
    ReadOnlyError,
    TimeoutError as RedisTimeoutError,
)
from sqlalchemy.exc import DBAPIError, TimeoutError as PoolTimeoutError

# Value of the Retry-After header in responses during an outage. Most outages end within 10 seconds.
RETRY_AFTER_SECONDS = 5

_TRANSIENT_ERRORS = (
    PoolTimeoutError,
    RedisConnectionError,
    RedisTimeoutError,
    BusyLoadingError,
    ReadOnlyError,
    ConnectionError,
    TimeoutError,
    socket.gaierror,
)
# Error codes of PostgreSQL, or the first two characters that those of a class have in common:
# connection errors, insufficient resources, operator intervention, failed serialization, deadlocks
# (https://www.postgresql.org/docs/current/errcodes-appendix.html).
_POSTGRES_CODES = ("08", "53", "57", "40001", "40P01")
# SQLite errors for lock timeouts and for a missing or full disk. SQLite uses the same exception for
# wrong SQL, so only the message distinguishes them.
_SQLITE_MESSAGES = (
    "database is locked",
    "database is busy",
    "unable to open",
    "disk i/o",
    "disk is full",
)


def is_transient(error: BaseException) -> bool:
    """Return whether the database or Redis was unreachable, too slow or overloaded."""
    if _has_transient_cause(error) or _is_failed_connection_attempt(error):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    cause = getattr(error.orig, "__cause__", None)
    return _has_transient_cause(cause) or _is_sqlite_outage(error)


def _has_transient_cause(error: BaseException | None) -> bool:
    # The attribute is compared instead of the type, so that SQLite sites do not load asyncpg.
    code = getattr(error, "sqlstate", None) or ""
    return isinstance(error, _TRANSIENT_ERRORS) or code.startswith(_POSTGRES_CODES)


def _is_failed_connection_attempt(error: BaseException) -> bool:
    # asyncio raises a plain OSError if it could connect to none of the addresses of a host name.
    return type(error) is OSError and str(error).startswith("Multiple exceptions")


def _is_sqlite_outage(error: DBAPIError) -> bool:
    message = str(error.orig).lower()
    return any(text in message for text in _SQLITE_MESSAGES)
