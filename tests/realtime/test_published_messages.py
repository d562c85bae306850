"""Tests of the messages that follow from the events of a transaction."""

import pytest

from community.core.db.sessions import wait_for_pushes
from community.realtime import hub
from community.realtime.messages import AdminRecordChanged, Message, UserChanged
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
    assert published.count(AdminRecordChanged("users", cast.bob.id)) == 1
    assert UserChanged(cast.bob.id, must_reload=True) in published
