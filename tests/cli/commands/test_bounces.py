"""Tests of the command `mail:bounce`, to which a mail server passes messages."""

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app
from community.cli.commands import bounces
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.core.settings import settings
from community.domain.mail.bounces import build_message_id
from community.models import Mail
from tests.gateways.mail.bounce_messages import build_bounce


@pytest.fixture
def message_id(site: Path) -> str:
    """Add a mail that was sent, and return its header `Message-ID`."""
    return asyncio.run(_add_mail())


async def _add_mail() -> str:
    mail = Mail(
        kind="news", recipient="ann@example.org", subject="Hello", text="", html="", max_attempts=1,
        state="sent", sent_at=clock.now(),
    )  # fmt: skip
    async with unit_of_work() as session:
        session.add(mail)
        await session.flush()
        message_id = f"<{build_message_id(mail)}@example.com>"
    await database.close()
    return message_id


async def _load_error() -> str:
    async with read_session() as session:
        error = (await session.get_one(Mail, 1)).last_error
    await database.close()
    return error


def run(content: bytes, *options: str) -> Result:
    return CliRunner().invoke(app, ["mail:bounce", *options], input=content)


def test_a_report_is_recorded_after_a_dry_run(message_id: str) -> None:
    content = build_bounce("gmail", message_id)
    assert run(content, "--dry-run").stdout == "recorded (dry run)\n"
    assert asyncio.run(_load_error()) == ""
    assert json.loads(run(content, "--json").stdout) == {"result": "recorded", "dry_run": False}
    assert "does not exist" in asyncio.run(_load_error())


def test_other_messages_succeed_so_that_the_mail_server_does_not_answer(message_id: str) -> None:
    for content, result in (
        (build_bounce("out_of_office", message_id), "ignored"),
        (build_bounce("postfix", "<1.1.0@example.com>"), "unknown"),
    ):
        outcome = run(content)
        assert (outcome.exit_code, outcome.stdout) == (0, f"{result}\n")


def test_the_mail_server_tries_again_if_the_site_is_down(
    message_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://postgres@127.0.0.1:1/missing")
    settings.cache_clear()
    outcome = run(build_bounce("gmail", message_id))
    assert outcome.exit_code == bounces.TEMPORARY_FAILURE == 75
    assert "could not be processed" in outcome.stderr
