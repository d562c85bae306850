"""Tests of the command `search:reindex`."""

import asyncio
from pathlib import Path

from sqlmodel import delete
from typer.testing import CliRunner

from community.cli.app import app
from community.core.actor import GUEST
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.domain import search
from community.domain.search import SearchRequest
from community.models import SearchDocument
from tests import factories
from tests.domain.actions import publish_post, reply


async def _publish() -> None:
    alice = await factories.user("alice")
    post = await publish_post(alice, "Ржаной хлеб")
    await reply(alice, post, "Белый хлеб " * 500)
    await factories.post(alice, "Хлеб без события")
    async with unit_of_work() as session:
        await session.execute(delete(SearchDocument))
    await database.close()


async def _count_found(q: str) -> int:
    try:
        async with read_session() as session:
            return (await search.search(session, GUEST, SearchRequest(q))).total
    finally:
        await database.close()


def test_all_texts_are_indexed_again(site: Path) -> None:
    asyncio.run(_publish())
    assert asyncio.run(_count_found("хлеб")) == 0
    result = CliRunner().invoke(app, ["search:reindex"])
    assert result.exit_code == 0, result.output
    assert "Indexed 3 texts." in result.stdout
    assert asyncio.run(_count_found("хлеб")) == 3
    assert asyncio.run(_count_found("белый")) == 1
    result = CliRunner().invoke(app, ["search:reindex", "--resume"])
    assert "Indexed 0 texts." in result.stdout
