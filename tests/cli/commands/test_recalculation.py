"""Tests of the commands that compute statistics, ratings and the search index again."""

import asyncio
import json
from pathlib import Path
from typing import Any

from sqlmodel import delete, func, select
from typer.testing import CliRunner

from community.cli.app import app
from community.core import clock
from community.core.actor import GUEST
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.domain import search
from community.domain.search import SearchRequest
from community.models import DailyStatistics, Follow, RatingPlace, SearchDocument
from tests import factories
from tests.domain.actions import publish_post, reply


async def _add_post() -> None:
    await factories.post(await factories.user("ada"))
    await database.close()


async def _count_days() -> int:
    try:
        async with read_session() as session:
            query = select(func.count()).select_from(DailyStatistics)
            return (await session.execute(query)).scalar_one()
    finally:
        await database.close()


def run_statistics(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["statistics:update", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_dry_run_shows_the_numbers_that_the_update_stores(site: Path) -> None:
    asyncio.run(_add_post())
    shown = json.loads(run_statistics("--dry-run", "--json"))
    assert (shown["days"][-1]["posts"], shown["dry_run"]) == (1, True)
    assert asyncio.run(_count_days()) == 0
    stored = json.loads(run_statistics("--json"))
    assert stored["days"] == shown["days"]
    assert asyncio.run(_count_days()) == len(shown["days"])
    assert run_statistics().endswith("Updated 1 day.\n")


async def _follow() -> None:
    ada, bert = await factories.user("ada"), await factories.user("bert")
    async with unit_of_work() as session:
        session.add(Follow(follower_id=ada.id, followed_id=bert.id))
    await database.close()


async def _count_places() -> int:
    try:
        async with read_session() as session:
            query = select(func.count()).select_from(RatingPlace)
            return (await session.execute(query)).scalar_one()
    finally:
        await database.close()


def run_rating(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["rating:update-place-history", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_dry_run_shows_the_numbers_of_the_update(site: Path) -> None:
    asyncio.run(_follow())
    shown = json.loads(run_rating("--dry-run", "--json"))
    day = clock.now().date().isoformat()
    assert shown == {"date": day, "rated": 1, "dry_run": True}
    assert asyncio.run(_count_places()) == 0
    assert json.loads(run_rating("--json")) == shown | {"dry_run": False}
    assert asyncio.run(_count_places()) == 1
    assert run_rating() == f"Stored the places of 1 user for {day}.\n"


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
