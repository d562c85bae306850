"""Tests of the commands `jobs list`, `jobs retry` and `jobs drop`."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.models import OutboxMessage


@pytest.fixture(autouse=True)
def enqueue_jobs(site: Path) -> None:
    asyncio.run(_enqueue_jobs())


async def _enqueue_jobs() -> None:
    async with unit_of_work() as session:
        session.add(OutboxMessage(name="broken", last_error="Disk full", due_at=clock.now()))
        session.add(OutboxMessage(name="waiting"))
    await database.close()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["jobs", *arguments])


def list_names(*arguments: str) -> list[str]:
    return [job["name"] for job in json.loads(run("list", "--json", *arguments).stdout)]


def test_the_list_shows_the_reason_of_failed_jobs() -> None:
    assert "broken  failed  attempts: 0  Disk full" in run("list").stdout
    assert list_names("--failed") == ["broken"]


def test_without_numbers_only_failed_jobs_are_dropped() -> None:
    assert "broken" in run("drop").stdout
    assert list_names() == ["waiting"]
    assert run("drop").stdout == "No jobs to delete.\n"


def test_a_dry_run_drops_nothing() -> None:
    assert "broken" in run("drop", "--dry-run").stdout
    assert list_names("--failed") == ["broken"]


def test_a_job_is_retried_by_its_number() -> None:
    [job] = [job for job in json.loads(run("list", "--json").stdout) if job["name"] == "waiting"]
    retried = json.loads(run("retry", str(job["id"]), "--json").stdout)
    assert [one["name"] for one in retried] == ["waiting"]


@pytest.mark.parametrize("command", ["retry", "drop"])
def test_a_number_without_a_waiting_job_is_an_error(command: str) -> None:
    result = run(command, "999999")
    assert result.exit_code == 1
    assert "Not changed: 999999." in result.stderr
    assert sorted(list_names()) == ["broken", "waiting"]


def test_the_output_names_the_change() -> None:
    assert run("drop", "--dry-run").stdout.startswith("Would delete ")
    assert run("retry").stdout.startswith("Retrying ")
    assert run("drop").exit_code == 0
