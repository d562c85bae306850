"""Tests of scheduled jobs and of background tasks that run in each process."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select, update

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import posts
from community.domain.jobs.labels import JOB_LABELS
from community.gateways.media import backends
from community.gateways.media.storage.local import LocalStorage
from community.jobs.process_tasks import run_process_tasks
from community.jobs.registry import EXTERNAL_JOBS, JOBS, PROCESS_TASKS, SCHEDULED_JOBS
from community.jobs.runner import run_scheduled_job
from community.models import IdempotencyRecord, Post, Upload
from community.models.site import RESPONSE_RETENTION
from tests import factories
from tests.cast import Cast

# Less than the time for which a transaction waits for the write lock of SQLite.
TIMEOUT_SECONDS = 9.0


@pytest.mark.parametrize("name", sorted(SCHEDULED_JOBS))
async def test_scheduled_jobs_run_without_error_on_a_new_site(cast: Cast, name: str) -> None:
    assert not await SCHEDULED_JOBS[name].function()


def test_each_job_has_a_name() -> None:
    names = {*JOBS, *EXTERNAL_JOBS, *SCHEDULED_JOBS}
    assert names == JOB_LABELS.keys()


async def test_expired_idempotency_responses_are_deleted(cast: Cast) -> None:
    async with unit_of_work() as session:
        for key, age in (("old", RESPONSE_RETENTION), ("young", timedelta(hours=1))):
            session.add(IdempotencyRecord(key=key, body_hash="", created_at=clock.now() - age))
    await run_scheduled_job("delete_expired_responses")
    async with read_session() as session:
        assert (await session.scalars(select(IdempotencyRecord.key))).all() == ["young"]


class StorageWithConcurrentWriter(LocalStorage):
    """A storage during whose deletions another transaction changes all uploads."""

    async def delete(self, key: str) -> bool:
        await asyncio.wait_for(self._change_uploads(), TIMEOUT_SECONDS)
        return await super().delete(key)

    async def _change_uploads(self) -> None:
        async with unit_of_work() as session:
            await session.execute(update(Upload).values(alt="Changed"))


async def test_deleting_unused_files_does_not_block_other_transactions(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = StorageWithConcurrentWriter(tmp_path / "media")
    monkeypatch.setattr(backends, "get_storage", lambda: storage)
    upload = await factories.upload(cast.alice)
    with clock.travel(timedelta(days=2)):
        await run_scheduled_job("purge_uploads")
    async with read_session() as session:
        assert await session.get(Upload, upload.id) is None


async def test_pending_view_counts_are_flushed_at_shutdown(cast: Cast) -> None:
    assert posts.flush_views in PROCESS_TASKS
    async with unit_of_work() as session:
        # Remove the views that earlier tests in this process recorded.
        await posts.flush_views(session)
    post = await factories.post(cast.alice)
    async with run_process_tasks():
        posts.record_view(cast.bob, post.id)
        posts.record_view(cast.charlie, post.id)
    async with read_session() as session:
        assert (await session.get_one(Post, post.id)).views_count == 2
