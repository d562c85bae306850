"""Tests of the commands `users:ban` and `users:unban`."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app
from community.core.db import sessions as database
from tests import factories


@pytest.fixture(autouse=True)
def alice(site: Path) -> None:
    asyncio.run(_create_alice())


async def _create_alice() -> None:
    await factories.user("alice")
    await database.close()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_a_user_is_banned_and_the_ban_is_lifted() -> None:
    result = run("users:ban", "alice", "--reason", "Spam", "--until", "2099-01-01")
    assert result.exit_code == 1  # longer than ten years
    result = run("users:ban", "alice", "--reason", "Spam")
    assert (result.exit_code, result.stdout) == (
        0,
        "Alice (/alice) is now banned without an end.\n",
    )
    assert "already banned" in run("users:ban", "/alice", "--reason", "Spam").stdout
    result = run("users:unban", "alice", "--json")
    assert json.loads(result.stdout)["changed"]
    assert json.loads(result.stdout)["banned_at"] is None


def test_a_dry_run_makes_all_checks_and_no_change() -> None:
    assert "would be banned" in run("users:ban", "alice", "--reason", "Spam", "--dry-run").stdout
    assert "already not banned" in run("users:unban", "alice").stdout
    assert run("users:ban", "alice", "--reason", " ", "--dry-run").exit_code == 1
    assert run("users:ban", "no-one", "--reason", "Spam").exit_code == 1
    assert run("users:ban", "alice", "--reason", "x", "--until", "soon").exit_code == 2
