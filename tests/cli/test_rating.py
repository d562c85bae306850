"""Tests of the command `rating:update-place-history`."""

import asyncio
import json
from pathlib import Path
from typing import Any

from sqlmodel import func, select
from typer.testing import CliRunner

from community.cli.app import app
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.models import Follow, RatingPlace
from tests import factories


async def _follow() -> None:
    ada, bert = await factories.user("ada"), await factories.user("bert")
    async with unit_of_work() as session:
        session.add(Follow(follower_id=ada.id, followed_id=bert.id))
    await database.close()


async def _count_stored() -> int:
    try:
        async with read_session() as session:
            query = select(func.count()).select_from(RatingPlace)
            return (await session.execute(query)).scalar_one()
    finally:
        await database.close()


def run(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["rating:update-place-history", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_dry_run_shows_the_numbers_of_the_update(site: Path) -> None:
    asyncio.run(_follow())
    shown = json.loads(run("--dry-run", "--json"))
    day = clock.now().date().isoformat()
    assert shown == {"date": day, "rated": 1, "dry_run": True}
    assert asyncio.run(_count_stored()) == 0
    assert json.loads(run("--json")) == shown | {"dry_run": False}
    assert asyncio.run(_count_stored()) == 1
    assert run() == f"Stored the places of 1 user for {day}.\n"
