"""Tests of the commands `admin:grant` and `admin:revoke`."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app
from community.core.actor import GUEST
from community.core.db import sessions as database
from community.core.db.sessions import read_session
from community.domain import people
from tests import factories


@pytest.fixture(autouse=True)
def alice(site: Path) -> None:
    asyncio.run(_create_alice())


async def _create_alice() -> None:
    await factories.user("alice")
    await database.close()


def run_grant_command(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["admin:grant", *arguments])


def get_roles_of_alice() -> list[str]:
    return asyncio.run(_load_roles_of_alice())


async def _load_roles_of_alice() -> list[str]:
    async with read_session() as session:
        profile = await people.get_profile(session, GUEST, "alice")
    await database.close()
    return profile.roles


@pytest.mark.parametrize("slug", ["alice", "/alice", "Alice"])
def test_the_command_makes_a_user_an_administrator(slug: str) -> None:
    result = run_grant_command(slug)
    assert (result.exit_code, result.stdout) == (0, "Alice (/alice) is now an administrator.\n")
    assert "administrator" in get_roles_of_alice()


def test_granting_the_role_to_an_administrator_changes_nothing_and_exits_with_0() -> None:
    run_grant_command("alice")
    result = run_grant_command("alice")
    assert (result.exit_code, result.stdout) == (0, "Alice (/alice) is already an administrator.\n")


def test_a_dry_run_changes_nothing_and_prints_the_planned_change() -> None:
    result = run_grant_command("alice", "--dry-run")
    assert (result.exit_code, result.stdout) == (
        0,
        "Alice (/alice) would become an administrator.\n",
    )
    assert get_roles_of_alice() == ["user"]


def test_the_command_exits_with_1_for_an_unknown_user() -> None:
    result = run_grant_command("zoe")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "User not found: zoe\n"


def test_the_command_exits_with_2_without_an_argument() -> None:
    assert run_grant_command().exit_code == 2


def run_revoke_command(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["admin:revoke", *arguments])


def test_the_command_grants_single_sections() -> None:
    result = run_grant_command("alice", "--section", "users", "--section", "posts")
    assert result.stdout == "Alice (/alice) is now an administrator of posts, users.\n"
    assert run_grant_command("alice", "--section", "nowhere").exit_code == 1


def test_the_commands_print_json() -> None:
    result = json.loads(run_grant_command("alice", "--section", "users", "--json").stdout)
    assert result == {
        "user": "alice",
        "name": "Alice",
        "sections": ["users"],
        "has_changed": True,
        "is_dry_run": False,
    }
    result = json.loads(run_revoke_command("alice", "--dry-run", "--json").stdout)
    assert (result["sections"], result["has_changed"], result["is_dry_run"]) == (None, True, True)
    assert "administrator" in get_roles_of_alice()


def test_an_administrator_is_revoked_but_not_the_last_full_one() -> None:
    run_grant_command("alice")
    result = run_revoke_command("alice")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "last full administrator" in result.stderr
    run_grant_command("alice", "--section", "users")
    assert "administrator" in get_roles_of_alice()


def test_revoking_a_user_who_is_not_an_administrator_changes_nothing() -> None:
    run_grant_command("alice", "--section", "users")
    assert run_revoke_command("alice").stdout == "Alice (/alice) is no longer an administrator.\n"
    result = run_revoke_command("alice")
    assert (result.exit_code, result.stdout) == (0, "Alice (/alice) is not an administrator.\n")
    assert get_roles_of_alice() == ["user"]
