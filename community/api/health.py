"""`/health`: whether the site can work now, part by part."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel
from sqlalchemy import text

from community import owed
from community.core.database import reading
from community.core.redis import connection

router = APIRouter(tags=["Operation"])

# A part that takes longer than this, in seconds, does not work.
PATIENCE = 2.0
# Work that was promised is handed over within seconds; if it waits this long, nobody does it.
LATEST_JOB = timedelta(minutes=5)

Check = Callable[[], Awaitable[bool]]


class Health(BaseModel):
    """Each part: it works, it does not, or there is none."""

    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    redis: Literal["ok", "failing", "off"]
    jobs: Literal["ok", "failing"]


@router.get("/health", responses={503: {"model": Health, "description": "Some part does not work"}})
async def health(response: Response) -> Health:
    """Whether the site can work now. 503 when some part of it cannot."""
    database, redis, jobs = await asyncio.gather(_works(_database), _works(_redis), _works(_jobs))
    is_well = database and redis and jobs
    if not is_well:
        response.status_code = 503
    response.headers["Cache-Control"] = "no-store"
    return Health(
        status="ok" if is_well else "failing",
        database="ok" if database else "failing",
        redis="off" if connection() is None else "ok" if redis else "failing",
        jobs="ok" if jobs else "failing",
    )


async def _works(check: Check) -> bool:
    try:
        return await asyncio.wait_for(check(), PATIENCE)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it does not work
        return False


async def _database() -> bool:
    async with reading() as session:
        return bool(await session.scalar(text("SELECT 1")))


async def _redis() -> bool:
    redis = connection()
    return redis is None or bool(await redis.ping())  # type: ignore[misc]


async def _jobs() -> bool:
    """Whether promised work is being taken, by whichever process does it."""
    async with reading() as session:
        return await owed.count_overdue(session, LATEST_JOB) == 0
