from datetime import timedelta

import pytest
from httpx import AsyncClient

from community.core import clock, database, redis
from community.core.database import unit_of_work
from community.core.settings import settings
from community.models import OwedJob


async def test_a_site_that_works_says_so(client: AsyncClient) -> None:
    answer = await client.get("/health")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "database": "ok", "redis": "off", "jobs": "ok"}
    assert answer.headers["cache-control"] == "no-store"


async def test_work_that_nobody_takes_is_seen(client: AsyncClient) -> None:
    async with unit_of_work() as session:
        session.add(OwedJob(name="mail"))
    assert (await client.get("/health")).status_code == 200
    with clock.moved(timedelta(minutes=6)):
        answer = await client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["jobs"] == "failing"
    assert answer.json()["database"] == "ok"


async def test_a_redis_that_is_away_is_seen(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    settings.cache_clear()
    redis.connection.cache_clear()
    answer = await client.get("/health")
    assert (answer.status_code, answer.json()["redis"]) == (503, "failing")


async def test_a_database_that_is_away_is_seen(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database.close()
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")
    settings.cache_clear()
    answer = await client.get("/health")
    assert (answer.status_code, answer.json()["database"]) == (503, "failing")
    answer = await client.get("/me", headers={"cookie": "session=x"})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["retry-after"] == "5"
    await database.close()
