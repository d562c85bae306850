from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import event, text

from community.core import clock, redis
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.core.settings import settings
from community.models import OutboxMessage


async def test_the_health_check_of_a_healthy_site_returns_200(client: AsyncClient) -> None:
    response = await client.get("/health")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "database": "ok",
        "storage": "ok",
        "redis": "off",
        "jobs": "ok",
    }
    assert response.headers["cache-control"] == "no-store"


async def test_the_health_check_fails_if_jobs_are_overdue(client: AsyncClient) -> None:
    async with unit_of_work() as session:
        session.add(OutboxMessage(name="mail"))
    assert (await client.get("/health")).status_code == 200
    with clock.travel(timedelta(minutes=6)):
        response = await client.get("/health")
    assert response.status_code == 503
    assert response.json()["jobs"] == "failing"
    assert response.json()["database"] == "ok"


async def test_the_health_check_fails_if_redis_is_unreachable(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    settings.cache_clear()
    redis.get_client.cache_clear()
    response = await client.get("/health")
    assert (response.status_code, response.json()["redis"]) == (503, "failing")


async def test_the_health_check_fails_if_the_database_is_unreachable(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database.close()
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")
    settings.cache_clear()
    response = await client.get("/health")
    assert (response.status_code, response.json()["database"]) == (503, "failing")
    response = await client.get("/me", headers={"cookie": "session=x"})
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert response.headers["retry-after"] == "5"
    await database.close()


async def test_the_health_check_fails_if_the_data_directory_cannot_be_written(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings(), "data_dir", Path("/proc/self"))
    response = await client.get("/health")
    assert response.status_code == 503
    assert (response.json()["storage"], response.json()["database"]) == ("failing", "ok")


async def test_the_health_check_fails_if_the_database_cannot_be_written(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    if settings().is_sqlite:
        statement = text("PRAGMA query_only = ON")
    else:
        statement = text("SET TRANSACTION READ ONLY")

    def forbid_writes(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(statement.text)
        cursor.close()

    pool = database.engine().sync_engine.pool
    event.listen(pool, "checkout", forbid_writes)
    try:
        response = await client.get("/health")
    finally:
        event.remove(pool, "checkout", forbid_writes)
    assert (response.status_code, response.json()["database"]) == (503, "failing")


async def test_frequent_health_checks_write_once(client: AsyncClient) -> None:
    writes = 0

    @event.listens_for(database.engine().sync_engine, "before_cursor_execute")
    def count_writes(_: object, __: object, statement: str, *___: object) -> None:
        nonlocal writes
        writes += "user_version" in statement or "transaction_read_only" in statement

    for _ in range(5):
        assert (await client.get("/health")).status_code == 200
    assert writes == 1
