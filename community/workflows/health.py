"""Checks of the components that the site needs, for monitoring programs and the Admin Panel."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Final, Literal, TypeAlias
from uuid import UUID

from sqlalchemy import text

from community.core.data_directory import check_writable
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.core.redis import get_client
from community.core.settings import settings
from community.domain import mail
from community.domain.jobs import outbox
from community.gateways.mail import check_connection
from community.gateways.media import backends, key_for

CHECK_TIMEOUT_SECONDS: Final = 2.0
# Frequent requests must not write to the disk each time, and not connect to other servers.
WRITE_CHECK_SECONDS: Final = 10.0
REMOTE_CHECK_SECONDS: Final = 60.0
# Jobs normally start within seconds. If a job has been due for longer, no worker is running.
MAX_JOB_DELAY: Final = timedelta(minutes=5)

Component: TypeAlias = Literal["database", "storage", "redis", "jobs", "mail"]
Status: TypeAlias = Literal["ok", "failing", "off"]
# Raises an exception if the component fails. Returns False if it is not configured.
Check: TypeAlias = Callable[[], Awaitable[bool]]


class CachedCheck:
    """Runs a check at most once in `max_age_seconds`, and then returns the last result."""

    def __init__(self, check: Check, max_age_seconds: float) -> None:
        self._check = check
        self._max_age_seconds = max_age_seconds
        self._lock = asyncio.Lock()
        self._checked_at = -math.inf
        self._result: bool | None = None

    async def __call__(self) -> bool:
        async with self._lock:
            if time.monotonic() - self._checked_at > self._max_age_seconds:
                # A check that does not end in time is a failed check.
                self._checked_at, self._result = time.monotonic(), None
                self._result = await self._check()
        if self._result is None:
            raise OSError("The last check failed.")
        return self._result

    def reset(self) -> None:
        self._checked_at = -math.inf


async def check_site() -> Mapping[Component, Status]:
    """Check the components that the site cannot work without."""
    return await _run({name: CHECKS[name] for name in ("database", "storage", "redis", "jobs")})


async def check_everything() -> Mapping[Component, Status]:
    """Check all components, also those that the site can work without."""
    return await _run({**CHECKS, "storage": _check_file_storage})


def reset() -> None:
    for check in _CACHED_CHECKS:
        check.reset()


async def _run(checks: Mapping[Component, Check]) -> dict[Component, Status]:
    statuses = await asyncio.gather(*map(_get_status, checks.values()))
    return dict(zip(checks, statuses, strict=True))


async def _get_status(check: Check) -> Status:
    try:
        is_configured = await asyncio.wait_for(check(), CHECK_TIMEOUT_SECONDS)
    except Exception:  # noqa: BLE001 - every exception means a failing component
        return "failing"
    return "ok" if is_configured else "off"


async def _check_database() -> bool:
    async with read_session() as session:
        await session.execute(text("SELECT 1"))
    return await _database_writes()


async def _write_to_database() -> bool:
    if settings().is_sqlite:
        # Writes one page of the database. The version is not used.
        async with unit_of_work() as session:
            await session.execute(text("PRAGMA user_version = 0"))
        return True
    async with read_session() as session:
        read_only = await session.scalar(text("SELECT current_setting('transaction_read_only')"))
    if read_only != "off":
        raise OSError("The database is read-only.")
    return True


async def _write_to_data_directory() -> bool:
    await asyncio.to_thread(check_writable, settings().data_dir)
    return True


async def _check_file_storage() -> bool:
    await _storage_writes()
    return await _bucket_reads() if settings().s3_bucket else True


async def _read_from_bucket() -> bool:
    """Request a file that does not exist. Any other error means that the bucket is unreachable."""
    try:
        await backends.get_storage().open(key_for(UUID(int=0), "0.webp"))
    except NotFound:
        return True
    return True


async def _check_redis() -> bool:
    redis = get_client()
    return redis is not None and bool(await redis.ping())  # type: ignore[misc]


async def _check_jobs() -> bool:
    async with read_session() as session:
        if await outbox.count_overdue(session, MAX_JOB_DELAY):
            raise OSError("Jobs are overdue.")
    return True


async def _connect_to_mail_server() -> bool:
    async with read_session() as session:
        server = await mail.find_smtp_server(session)
    if server is None:
        return False
    await check_connection(server)
    return True


_database_writes = CachedCheck(_write_to_database, WRITE_CHECK_SECONDS)
_storage_writes = CachedCheck(_write_to_data_directory, WRITE_CHECK_SECONDS)
_bucket_reads = CachedCheck(_read_from_bucket, REMOTE_CHECK_SECONDS)
_mail_connection = CachedCheck(_connect_to_mail_server, REMOTE_CHECK_SECONDS)
_CACHED_CHECKS: Final = (_database_writes, _storage_writes, _bucket_reads, _mail_connection)

CHECKS: Final[dict[Component, Check]] = {
    "database": _check_database,
    "storage": _storage_writes,
    "redis": _check_redis,
    "jobs": _check_jobs,
    "mail": _mail_connection,
}
