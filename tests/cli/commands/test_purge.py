"""Tests of the command `users:purge-deleted`."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlmodel import select
from typer.testing import CliRunner

from community.cli.app import app
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.models import User
from tests import factories


async def _delete_accounts() -> None:
    now = clock.now()
    for slug, days in (("ada", -1), ("bert", 3)):
        actor = await factories.user(slug)
        async with unit_of_work() as session:
            row = await session.get_one(User, actor.id)
            row.deleted_at, row.purge_at = now, now + timedelta(days=days)
            row.content_choice = "keep"
    await database.close()


async def _list_emails() -> list[str]:
    try:
        async with read_session() as session:
            return sorted(await session.scalars(select(User.email)))
    finally:
        await database.close()


def run(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["users:purge-deleted", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_accounts_past_their_date_are_erased(site: Path) -> None:
    asyncio.run(_delete_accounts())
    dry_run = json.loads(run("--dry-run", "--json"))
    assert dry_run == {
        "due": 1,
        "by_choice": {"keep": 1, "anonymize": 0, "delete": 0},
        "dry_run": True,
    }
    assert "ada@example.com" in asyncio.run(_list_emails())
    assert "Erased 1 account (keep: 1" in run()
    emails = asyncio.run(_list_emails())
    assert "ada@example.com" not in emails
    assert "bert@example.com" in emails
    assert "Erased 0 accounts" in run()
