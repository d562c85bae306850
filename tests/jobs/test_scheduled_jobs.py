"""Tests of scheduled jobs and of background tasks that run in each process."""

from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.database import read_session, unit_of_work
from community.domain import posts
from community.jobs.process_tasks import run_process_tasks
from community.jobs.registry import PROCESS_TASKS, RESPONSE_RETENTION, SCHEDULED_JOBS
from community.jobs.runner import run_scheduled_job
from community.models import IdempotencyRecord, Post
from tests import factories
from tests.cast import Cast


@pytest.mark.parametrize("name", sorted(SCHEDULED_JOBS))
async def test_scheduled_jobs_run_without_error_on_a_new_site(cast: Cast, name: str) -> None:
    async with unit_of_work() as session:
        assert not await SCHEDULED_JOBS[name].function(session)


async def test_expired_idempotency_responses_are_deleted(cast: Cast) -> None:
    async with unit_of_work() as session:
        for key, age in (("old", RESPONSE_RETENTION), ("young", timedelta(hours=1))):
            session.add(IdempotencyRecord(key=key, body_hash="", created_at=clock.now() - age))
    await run_scheduled_job("delete_expired_responses")
    async with read_session() as session:
        assert (await session.scalars(select(IdempotencyRecord.key))).all() == ["young"]


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
