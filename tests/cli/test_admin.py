"""`community admin:grant` makes administrators, and says so."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app
from community.core import database
from community.core.actor import GUEST
from community.core.database import reading
from community.domain import accounts
from tests import factories


@pytest.fixture(autouse=True)
def alice(site: Path) -> None:
    asyncio.run(_join())


async def _join() -> None:
    await factories.person("alice")
    await database.close()


def grant(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["admin:grant", *arguments])


def roles() -> list[str]:
    return asyncio.run(_look())


async def _look() -> list[str]:
    async with reading() as session:
        profile = await accounts.get_profile(session, GUEST, "alice")
    await database.close()
    return profile.roles


@pytest.mark.parametrize("who", ["alice", "/alice", "Alice"])
def test_somebody_becomes_an_administrator(who: str) -> None:
    answer = grant(who)
    assert (answer.exit_code, answer.stdout) == (0, "Alice (/alice) is now an administrator.\n")
    assert "administrator" in roles()


def test_doing_it_again_changes_nothing_and_is_no_failure() -> None:
    grant("alice")
    answer = grant("alice")
    assert (answer.exit_code, answer.stdout) == (0, "Alice (/alice) is an administrator already.\n")


def test_a_dry_run_only_says_what_would_be_done() -> None:
    answer = grant("alice", "--dry-run")
    assert (answer.exit_code, answer.stdout) == (
        0,
        "Alice (/alice) would become an administrator.\n",
    )
    assert roles() == ["user"]


def test_who_is_not_there_is_a_failure() -> None:
    answer = grant("nobody")
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert answer.stderr == "There is nobody at /nobody.\n"


def test_without_a_name_it_says_how_it_is_used() -> None:
    assert grant().exit_code == 2
