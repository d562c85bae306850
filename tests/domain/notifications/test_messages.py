"""Tests of the notifications of private messages, and of their copies by email."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import chat
from community.domain.chat.policies import NOTIFY_DELAY
from community.domain.notifications import NotificationView
from community.models import Chat, ChatMessage, OutboxMessage
from tests.cast import Cast
from tests.domain.actions import (
    disable_notifications,
    follow,
    get_inbox,
    ignore,
    mark_all_read,
    run,
)
from tests.domain.chat.conftest import create_group, open_conversation, send, start, subscribe


@pytest.fixture
async def opened(cast: Cast) -> Chat:
    """Return a conversation of Alice and Bob, in which everything is read."""
    opened = await open_conversation(subscribe(cast.alice), subscribe(cast.bob))
    await read(cast.bob, opened)
    await pass_delay()
    return opened


async def pass_delay() -> None:
    with clock.travel(NOTIFY_DELAY):
        await jobs.run_due_jobs()


async def read(actor: Actor, opened: Chat, message: ChatMessage | None = None) -> None:
    message_id = 2**62 if message is None else message.id
    await run(chat.mark_read, actor, chat_id=opened.id, message_id=message_id)


async def list_rows(actor: Actor) -> list[NotificationView]:
    await pass_delay()
    return [row for row in (await get_inbox(actor)).items if row.read_at is None]


async def get_row(actor: Actor) -> NotificationView:
    (row,) = await list_rows(actor)
    return row


async def list_texts(actor: Actor) -> list[str]:
    return [row.text for row in await list_rows(actor)]


async def test_unread_messages_of_a_chat_are_one_notification(cast: Cast, opened: Chat) -> None:
    alice = subscribe(cast.alice)
    await send(alice, opened, "Is *rye* fine?")
    row = await get_row(cast.bob)
    assert (row.text, row.quote) == ("Alice sent you a message", "Is rye fine?")
    assert [user.slug for user in row.actors] == ["alice"]
    assert (row.target.type, row.target.url) == ("chat", f"/m/{opened.id}")
    for _number in range(2):
        await send(alice, opened)
    row = await get_row(cast.bob)
    assert (row.text, row.quote) == ("Alice sent you 3 messages", "")
    assert await list_texts(cast.alice) == []
    await read(cast.bob, opened)
    await send(alice, opened)
    assert await list_texts(cast.bob) == ["Alice sent you a message"]
    assert [row.text for row in (await get_inbox(cast.bob)).items] == [
        "Alice sent you a message",
        "Alice sent you 3 messages",
    ]


async def test_a_member_who_reads_the_message_gets_no_notification(
    cast: Cast, opened: Chat
) -> None:
    message = await send(subscribe(cast.alice), opened)
    with clock.travel(NOTIFY_DELAY - timedelta(seconds=1)):
        await jobs.run_due_jobs()
        assert (await get_inbox(cast.bob)).items == []
    await read(cast.bob, opened, message)
    assert await list_rows(cast.bob) == []


async def test_reading_the_chat_corrects_the_inbox(cast: Cast, opened: Chat) -> None:
    first, second = [await send(subscribe(cast.alice), opened, text) for text in ("1", "2")]
    assert await list_texts(cast.bob) == ["Alice sent you 2 messages"]
    await read(cast.bob, opened, first)
    row = await get_row(cast.bob)
    assert (row.text, row.quote, row.read_at) == ("Alice sent you a message", "2", None)
    await read(cast.bob, opened, second)
    inbox = await get_inbox(cast.bob)
    assert (inbox.unread, inbox.unseen) == (0, 0)
    assert [item.text for item in inbox.items] == ["Alice sent you a message"]


async def test_answering_reads_the_messages(cast: Cast, opened: Chat) -> None:
    await send(subscribe(cast.alice), opened)
    await list_rows(cast.bob)
    await send(subscribe(cast.bob), opened)
    assert (await get_inbox(cast.bob)).unread == 0


async def test_a_chat_has_one_job_however_many_messages_it_gets(cast: Cast, opened: Chat) -> None:
    alice = subscribe(cast.alice)
    for _number in range(3):
        await send(alice, opened)
    assert await count_jobs() == 1
    with clock.travel(timedelta(seconds=5)):
        await send(alice, opened)
        assert await count_jobs() == 1
    with clock.travel(NOTIFY_DELAY):
        assert [row.text for row in (await get_inbox(cast.bob)).items] == [
            "Alice sent you 3 messages"
        ]
        assert await count_jobs() == 1
    with clock.travel(NOTIFY_DELAY + timedelta(seconds=5)):
        assert [row.text for row in (await get_inbox(cast.bob)).items] == [
            "Alice sent you 4 messages"
        ]
    assert await count_jobs() == 0


async def count_jobs() -> int:
    async with read_session() as session:
        rows = await session.scalars(
            select(OutboxMessage).where(col(OutboxMessage.name) == "notify_of_messages")
        )
        return len(rows.all())


async def test_muted_archived_and_turned_off_chats_cause_no_notification(
    cast: Cast, opened: Chat
) -> None:
    alice = subscribe(cast.alice)
    await run(chat.mute, cast.bob, chat_id=opened.id)
    await send(alice, opened)
    assert await list_rows(cast.bob) == []
    await run(chat.unmute, cast.bob, chat_id=opened.id)
    await send(alice, opened)
    await run(chat.archive, cast.bob, chat_id=opened.id)
    assert await list_rows(cast.bob) == []
    await disable_notifications(cast.bob, "private_message")
    await send(alice, opened)
    assert await list_rows(cast.bob) == []


async def test_a_deleted_message_causes_no_notification(cast: Cast, opened: Chat) -> None:
    alice = subscribe(cast.alice)
    early, *late = [await send(alice, opened, text) for text in ("0", "1", "2")]
    await delete(cast.alice, early)
    row = await get_row(cast.bob)
    assert row.text == "Alice sent you 2 messages"
    await delete(cast.alice, late[1])
    row = await get_row(cast.bob)
    assert (row.text, row.quote) == ("Alice sent you a message", "1")
    await delete(cast.alice, late[0])
    assert (await get_inbox(cast.bob)).unread == 0
    assert await list_rows(cast.bob) == []


async def delete(actor: Actor, message: ChatMessage) -> None:
    await run(chat.delete_message, actor, chat_id=message.chat_id, message_id=message.id)


async def test_a_group_names_those_who_wrote(cast: Cast) -> None:
    alice, bob, charlie = (subscribe(user) for user in (cast.alice, cast.bob, cast.charlie))
    group = await create_group(alice, bob, charlie)
    await send(alice, group, "Who bakes?")
    row = await get_row(bob)
    assert (row.text, row.quote) == ("Alice sent a message to “Bakers”", "Who bakes?")
    deleted = await send(charlie, group, "Not me")
    row = await get_row(bob)
    assert (row.text, row.quote) == ("2 new messages in “Bakers”", "")
    assert [user.slug for user in row.actors] == ["charlie", "alice"]
    await delete(charlie, deleted)
    row = await get_row(bob)
    assert [user.slug for user in row.actors] == ["alice"]
    await ignore(bob, alice)
    await mark_all_read(bob)
    await send(alice, group)
    assert (await get_inbox(bob)).unread == 0
    assert await list_texts(charlie) == ["Alice sent a message to “Bakers”"]


async def test_who_leaves_a_group_keeps_no_unread_notification(cast: Cast) -> None:
    alice, bob, charlie = (subscribe(user) for user in (cast.alice, cast.bob, cast.charlie))
    group = await create_group(alice, bob, charlie)
    await send(alice, group)
    assert await list_texts(bob) == await list_texts(charlie) != []
    await run(chat.leave, bob, chat_id=group.id)
    await run(chat.remove_member, alice, chat_id=group.id, user_id=charlie.id)
    for user in (bob, charlie):
        assert (await get_inbox(user)).unread == 0
    await send(alice, group)
    assert await list_rows(bob) == await list_rows(charlie) == []


async def test_a_request_notifies_once_and_declining_withdraws_it(cast: Cast) -> None:
    opened = await start(subscribe(cast.alice), cast.bob)
    await send(subscribe(cast.alice), opened, "You don't know me")
    row = await get_row(cast.bob)
    assert (row.text, row.quote) == ("Alice sent you a message request", "")
    await run(chat.decline, cast.bob, chat_id=opened.id)
    assert (await get_inbox(cast.bob)).items == []


async def test_an_invitation_to_a_group_notifies_until_it_is_answered(cast: Cast) -> None:
    alice = subscribe(cast.alice)
    await follow(cast.charlie, cast.alice)
    members = [cast.bob.id, cast.charlie.id]
    group = await run(chat.create_group, alice, user_ids=members, name="Bakers")
    assert await list_texts(cast.charlie) == []
    assert await list_texts(cast.bob) == ["Alice invited you to “Bakers”"]
    await send(alice, group)
    assert await list_texts(cast.bob) == ["Alice invited you to “Bakers”"]
    await run(chat.accept, cast.bob, chat_id=group.id)
    assert (await get_inbox(cast.bob)).unread == 0
    await send(alice, group)
    assert (await list_texts(cast.bob))[0] == "Alice sent a message to “Bakers”"


async def test_a_member_who_reads_while_the_job_runs_keeps_no_unread_notification(
    cast: Cast, opened: Chat
) -> None:
    for _round in range(3):
        message = await send(subscribe(cast.alice), opened)
        await asyncio.gather(pass_delay(), read(cast.bob, opened, message))
        assert (await get_inbox(cast.bob)).unread == 0


async def test_a_chat_that_the_recipient_left_is_not_named(cast: Cast) -> None:
    alice, bob, charlie = (subscribe(user) for user in (cast.alice, cast.bob, cast.charlie))
    group = await create_group(alice, bob, charlie)
    await send(alice, group)
    await list_rows(bob)
    await mark_all_read(bob)
    await run(chat.leave, bob, chat_id=group.id)
    message, invitation = (await get_inbox(bob)).items
    assert (message.text, invitation.text) == (
        "Alice sent you a message",
        "Alice invited you to a group",
    )
    for row in (message, invitation):
        assert (row.target.title, row.target.url, row.quote) == ("", "/notifications", "")
