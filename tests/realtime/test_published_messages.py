"""Tests of the messages that follow from the events of a transaction."""

import pytest

from community.core.db.sessions import unit_of_work, wait_for_pushes
from community.domain import jobs
from community.models import OutboxMessage
from community.realtime import hub
from community.realtime.messages import (
    AdminRecordChanged,
    AdminWaitingChanged,
    Message,
    UserChanged,
)
from community.wiring import wire
from tests.cast import Cast
from tests.domain.moderation.actions import ban, confirm


async def test_equal_messages_of_a_transaction_are_published_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire()
    admin = await confirm(cast.olga)
    await wait_for_pushes()
    published: list[Message] = []
    monkeypatch.setattr(hub, "_listeners", [(Message, published.append)])
    await ban(admin, cast.bob)
    await wait_for_pushes()
    # The ban and its entry in the audit log are both about the record of the user.
    records = [message for message in published if isinstance(message, AdminRecordChanged)]
    assert [(record.table, record.record_id) for record in records] == [("users", cast.bob.id)]
    assert UserChanged(cast.bob.id, must_reload=True) in published
    # A user is nothing that waits.
    assert AdminWaitingChanged() not in published


async def test_the_retry_of_a_job_changes_how_much_waits(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire()
    async with unit_of_work() as session:
        session.add(job := OutboxMessage(name="broken"))
    await wait_for_pushes()
    published: list[Message] = []
    monkeypatch.setattr(hub, "_listeners", [(Message, published.append)])
    async with unit_of_work() as session:
        await jobs.retry(session, cast.olga, job_id=job.id)
    await wait_for_pushes()
    assert {AdminRecordChanged("jobs", job.id), AdminWaitingChanged()} <= {*published}
