"""Tests of the command `statistics:update`."""

import asyncio
import json
from pathlib import Path
from typing import Any

from sqlmodel import func, select
from typer.testing import CliRunner

from community.cli.app import app
from community.core.db import sessions as database
from community.core.db.sessions import read_session
from community.models import DailyStatistics
from tests import factories


async def _add_post() -> None:
    await factories.post(await factories.user("ada"))
    await database.close()


async def _count_stored() -> int:
    try:
        async with read_session() as session:
            query = select(func.count()).select_from(DailyStatistics)
            return (await session.execute(query)).scalar_one()
    finally:
        await database.close()


def run(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["statistics:update", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_dry_run_shows_the_numbers_that_the_update_stores(site: Path) -> None:
    asyncio.run(_add_post())
    shown = json.loads(run("--dry-run", "--json"))
    assert (shown["days"][-1]["posts"], shown["dry_run"]) == (1, True)
    assert asyncio.run(_count_stored()) == 0
    stored = json.loads(run("--json"))
    assert stored["days"] == shown["days"]
    assert asyncio.run(_count_stored()) == len(shown["days"])
    assert run().endswith("Updated 1 day.\n")
