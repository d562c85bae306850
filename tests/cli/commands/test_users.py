"""Tests of the commands that act on users."""

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
    [unbanned] = json.loads(result.stdout)
    assert unbanned["changed"]
    assert unbanned["banned_at"] is None


def test_a_dry_run_makes_all_checks_and_no_change() -> None:
    assert "would be banned" in run("users:ban", "alice", "--reason", "Spam", "--dry-run").stdout
    assert "already not banned" in run("users:unban", "alice").stdout
    assert run("users:ban", "alice", "--reason", " ", "--dry-run").exit_code == 1
    assert run("users:ban", "no-one", "--reason", "Spam").exit_code == 1
    assert run("users:ban", "alice", "--reason", "x", "--until", "soon").exit_code == 2


def test_several_users_are_changed_although_one_of_them_is_unknown() -> None:
    result = run("users:verify", "no-one", "alice", "--undo", "--json")
    unknown, alice = json.loads(result.stdout)
    assert (result.exit_code, unknown["ok"], alice["changed"]) == (1, False, True)
    assert "is now verified" in run("users:verify", "alice").stdout
    assert "is already verified" in run("users:verify", "alice").stdout
    assert "is already signed out" in run("users:sign-out", "alice").stdout
