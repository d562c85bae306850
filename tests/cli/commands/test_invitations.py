"""Tests of the commands `invitations:create`, `invitations:list` and `invitations:revoke`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app


@pytest.fixture(autouse=True)
def _site(site: Path) -> None:
    """Use a migrated database of a new site."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_an_invitation_is_created_listed_and_revoked() -> None:
    created = run("invitations:create", "--note", "Spring", "--uses", "5", "--days", "0")
    assert "/register?invitation=" in created.stdout
    (listed,) = json.loads(run("invitations:list", "--json").stdout)
    assert (listed["note"], listed["max_uses"], listed["expires_at"]) == ("Spring", 5, None)
    assert "5  does not expire  Spring" in run("invitations:list").stdout
    revoked = run("invitations:revoke", str(listed["id"]), "--json")
    assert json.loads(revoked.stdout)["status"] == "revoked"
    assert run("invitations:revoke", "999").exit_code == 1


def test_a_dry_run_makes_all_checks_and_no_change() -> None:
    dry = json.loads(run("invitations:create", "--dry-run", "--json").stdout)
    assert (dry["dry_run"], dry["url"]) == (True, "")
    assert run("invitations:create", "--dry-run", "--uses", "0").exit_code == 1
    assert run("invitations:list").stdout == "No invitations.\n"
