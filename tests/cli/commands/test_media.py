"""Tests of the commands `media usage` and `media remove-unused`."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from community.cli.app import app
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import uploads
from community.models import Upload
from tests import factories


@pytest.fixture(autouse=True)
def store_image(site: Path) -> None:
    """Add an image that has been unused for two hours."""
    uploads.clear_usage_cache()
    asyncio.run(_store_image())


async def _store_image() -> None:
    owner = await factories.user("alice")
    async with unit_of_work() as session:
        created_at = clock.now() - timedelta(hours=2)
        variants = {"320": {"width": 1, "height": 1, "size": 2048}}
        session.add(
            Upload(
                owner_id=owner.id,
                width=1,
                height=1,
                size=2048,
                variants=variants,
                created_at=created_at,
            )
        )
    await database.close()


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["media", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_unused_images_are_removed() -> None:
    assert json.loads(run("usage", "--json"))["unused_size"] == 2048
    assert run("remove-unused", "--dry-run") == "Would remove unused images: 1 (2 kB)\n"
    found = json.loads(run("remove-unused", "--json"))
    assert found == {"count": 1, "size": 2048, "dry_run": False}
    assert json.loads(run("remove-unused", "--dry-run", "--json"))["count"] == 0
