"""Tests of the dependency that opens the database session of a request."""

from httpx import AsyncClient
from sqlalchemy import func
from sqlmodel import select

from community.core.db.sessions import read_session
from community.models import OutboxMessage


async def count_notes() -> int:
    async with read_session() as session:
        return await session.scalar(select(func.count()).select_from(OutboxMessage)) or 0


async def test_changes_are_committed_before_the_response_is_sent(client: AsyncClient) -> None:
    assert (await client.put("/numbered-notes/1")).status_code == 201
    assert await count_notes() == 1


async def test_a_failed_commit_is_an_error_and_not_a_success(client: AsyncClient) -> None:
    await client.put("/numbered-notes/1")

    response = await client.put("/numbered-notes/1")

    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert await count_notes() == 1
