"""Tests of the deletion of messages that are older than the site keeps them."""

from datetime import timedelta

import pytest

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import chat, site
from community.domain.chat.removal import retention
from community.jobs.registry import SCHEDULED_JOBS
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.chat.conftest import (
    list_chats,
    open_conversation,
    open_file,
    read_texts,
    send,
    upload_file,
    view,
)


async def delete_old() -> list[int]:
    """Run the job as the scheduler does, and return the sizes of the batches."""
    sizes = []
    while size := await SCHEDULED_JOBS["purge_messages"].function():
        assert isinstance(size, int)
        sizes.append(size)
    return sizes


async def keep_for(months: int, cast: Cast) -> None:
    async with unit_of_work() as session:
        values = site.ContentSettings(keep_messages_months=months)
        await site.update_settings(session, cast.olga, values)


async def test_old_messages_are_deleted_in_batches_with_their_files(
    writers: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH_SIZE", 4)
    opened = await open_conversation(writers.alice, writers.bob)
    file = await upload_file(writers.alice, opened)
    old = await send(writers.alice, opened, "Old", files=[file])
    for number in range(8):
        await send(writers.alice, opened, f"{number}")
    with clock.travel(timedelta(days=40)):
        await send(writers.alice, opened, "New", reply_to=old)
        assert await delete_old() == []  # 0 keeps all messages
        await keep_for(1, writers)
        assert (await view(writers.bob, opened)).unread_count == 11
        assert await delete_old() == [4, 4, 2]
        assert await read_texts(writers.bob, opened) == ["New"]
        assert (await view(writers.bob, opened)).unread_count == 1
        with pytest.raises(NotFound):
            await open_file(writers.alice, opened, file)
        assert await read_texts(writers.bob, opened, search="old") == []
    with clock.travel(timedelta(days=80)):
        assert await delete_old() == [1]
        [listed] = await list_chats(writers.bob)
        assert listed.last_message is not None
        assert (listed.last_message.text, listed.unread_count) == ("", 0)
        async with read_session() as session:
            assert (await chat.count_unread(session, writers.bob)).messages == 0
        await send(writers.bob, opened, "Again")
        last_id = (await send(writers.bob, opened, "And again")).id
        assert await run(chat.mark_read, writers.alice, chat_id=opened.id, message_id=last_id)
        assert (await view(writers.alice, opened)).unread_count == 0
