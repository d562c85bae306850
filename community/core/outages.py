"""Telling an outage, which passes by itself, from a fault of ours."""

import socket

from asyncpg import exceptions as postgres  # type: ignore[import-untyped]
from redis.exceptions import BusyLoadingError, ReadOnlyError
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSlow
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolUsedUp

# When to ask again, in seconds: our part is back within ten.
RETRY_AFTER = 5

_AWAY = (
    PoolUsedUp,
    RedisAway,
    RedisSlow,
    BusyLoadingError,
    ReadOnlyError,
    ConnectionError,
    TimeoutError,
    socket.gaierror,
    postgres.PostgresConnectionError,
    postgres.OperatorInterventionError,
    postgres.InsufficientResourcesError,
    postgres.SerializationError,
    postgres.DeadlockDetectedError,
)
# What SQLite says when another process holds the file longer than anybody should wait, or the
# disk is not there; the rest of its operational errors are wrong SQL.
_SQLITE = ("database is locked", "database is busy", "unable to open", "disk i/o", "disk is full")


def is_outage(error: BaseException) -> bool:
    """Whether the database or Redis was away, too slow or too busy."""
    if isinstance(error, _AWAY) or _is_unreachable(error):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    cause = getattr(error.orig, "__cause__", None)
    return isinstance(cause, _AWAY) or _is_sqlite_away(error)


def _is_unreachable(error: BaseException) -> bool:
    # asyncio's own sum of the refusals of each address that a host name has.
    return type(error) is OSError and str(error).startswith("Multiple exceptions")


def _is_sqlite_away(error: DBAPIError) -> bool:
    sentence = str(error.orig).lower()
    return any(words in sentence for words in _SQLITE)
