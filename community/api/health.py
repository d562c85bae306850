"""HTTP route for the health check at `/health`."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel
from sqlalchemy import text

from community import outbox
from community.core.database import read_session
from community.core.redis import get_client

router = APIRouter(tags=["Operation"])

CHECK_TIMEOUT_SECONDS = 2.0
# Jobs normally start within seconds. If a job has been due for longer, no worker is running.
MAX_JOB_DELAY = timedelta(minutes=5)

Check = Callable[[], Awaitable[bool]]


class Health(BaseModel):
    """The status of the database, Redis and background jobs.

    The status `off` means that Redis is not configured.
    """

    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    redis: Literal["ok", "failing", "off"]
    jobs: Literal["ok", "failing"]


@router.get("/health", responses={503: {"model": Health, "description": "A component is failing."}})
async def health(response: Response) -> Health:
    """Check the database, Redis and background jobs. Returns 503 if a component is failing."""
    database, redis, jobs = await asyncio.gather(
        _run_check(_check_database), _run_check(_check_redis), _run_check(_check_jobs)
    )
    is_healthy = database and redis and jobs
    if not is_healthy:
        response.status_code = 503
    response.headers["Cache-Control"] = "no-store"
    return Health(
        status="ok" if is_healthy else "failing",
        database="ok" if database else "failing",
        redis="off" if get_client() is None else "ok" if redis else "failing",
        jobs="ok" if jobs else "failing",
    )


async def _run_check(check: Check) -> bool:
    try:
        return await asyncio.wait_for(check(), CHECK_TIMEOUT_SECONDS)
    except Exception:  # noqa: BLE001 - every exception means a failing component
        return False


async def _check_database() -> bool:
    async with read_session() as session:
        return bool(await session.scalar(text("SELECT 1")))


async def _check_redis() -> bool:
    redis = get_client()
    return redis is None or bool(await redis.ping())  # type: ignore[misc]


async def _check_jobs() -> bool:
    async with read_session() as session:
        return await outbox.count_overdue(session, MAX_JOB_DELAY) == 0
