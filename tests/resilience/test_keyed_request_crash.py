"""Tests that a request is never run twice if the process that handles it is killed."""

import asyncio
import json
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import func, select

from community.core import clock
from community.core.db.sessions import read_session
from community.models import Comment
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.databases import ROOT
from tests.domain.actions import publish_post
from tests.resilience.http_clients import make_comment_payload
from tests.resilience.keyed_requests import send

CLAIM, EFFECT = 1, 2
TIMEOUT_SECONDS = 120.0


async def send_and_kill(commit: int, folder: Path, *arguments: str) -> None:
    """Send a request in a process that is killed after a commit."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.resilience.keyed_requests", str(commit), *arguments),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(folder), "PYTHONPATH": str(ROOT)},
    )
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await process.wait() == -signal.SIGKILL


async def count_comments() -> int:
    async with read_session() as session:
        return await session.scalar(select(func.count()).select_from(Comment)) or 0


@pytest.mark.parametrize(("commit", "statuses"), [(CLAIM, [409, 201]), (EFFECT, [409, 409])])
async def test_a_comment_is_written_once_if_the_process_is_killed(
    cast: Cast, site: Path, commit: int, statuses: list[int]
) -> None:
    wire()
    post = await publish_post(cast.bob)
    token = await factories.session_token(cast.alice)
    request = token, "/comments", json.dumps(make_comment_payload(post.id, "Once"))
    await send_and_kill(commit, site, *request)
    assert await count_comments() == commit - CLAIM
    assert (await send(*request)).status_code == statuses[0]
    assert await count_comments() == commit - CLAIM
    for minutes in (2, 60):
        with clock.travel(timedelta(minutes=minutes)):
            assert (await send(*request)).status_code == statuses[1]
        assert await count_comments() == 1
