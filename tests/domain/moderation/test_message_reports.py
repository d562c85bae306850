"""Tests of the reports of private messages, of which administrators see copies."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlmodel import col, func, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import chat, moderation
from community.domain.moderation import reports
from community.domain.moderation.reports import ReportReason, ReportRecord
from community.domain.moderation.reports.policies import MESSAGES_RETENTION
from community.jobs.runner import run_scheduled_job
from community.models import (
    AuditEntry,
    Chat,
    ChatFile,
    ChatMessage,
    ModerationReport,
    ReportedMessage,
)
from tests import factories
from tests.cast import Cast
from tests.domain import personal_data
from tests.domain.actions import ignore, run
from tests.domain.chat.conftest import (
    create_group,
    open_conversation,
    read_texts,
    send,
    start,
    subscribe,
    upload_file,
    upload_picture,
)


@pytest.fixture
async def opened(cast: Cast) -> Chat:
    return await open_conversation(subscribe(cast.alice), subscribe(cast.bob))


async def report(actor: Actor, message: ChatMessage) -> int:
    receipt = await run(
        reports.report,
        actor,
        target_kind="message",
        target_id=message.id,
        reason=ReportReason.HARASSMENT,
    )
    return receipt.id


async def get_record(actor: Actor, report_id: int) -> ReportRecord:
    async with read_session() as session:
        return await reports.get_report_record(session, actor, report_id)


async def delete_reported(actor: Actor, report_id: int) -> bool:
    return await run(
        reports.act_on_content, actor, report_id=report_id, action="delete", reason="Insults"
    )


async def list_audit_entries() -> list[AuditEntry]:
    async with read_session() as session:
        return list(await session.scalars(select(AuditEntry).order_by(col(AuditEntry.id))))


async def test_administrators_see_the_message_and_five_on_each_side_as_they_were(
    cast: Cast, opened: Chat
) -> None:
    alice, bob = subscribe(cast.alice), subscribe(cast.bob)
    sent = [await send((alice, bob)[number % 2], opened, f"{number}") for number in range(14)]
    report_id = await report(cast.bob, sent[6])
    with clock.travel(timedelta(minutes=5)):
        await run(
            chat.edit,
            alice,
            chat_id=opened.id,
            message_id=sent[6].id,
            text=await chat.render_text("I meant well"),
        )
        await run(chat.delete_message, alice, chat_id=opened.id, message_id=sent[8].id)
    record = await get_record(cast.olga, report_id)
    assert [message.text for message in record.messages] == [f"{number}" for number in range(1, 12)]
    assert [message.text for message in record.messages if message.is_reported] == ["6"]
    assert {message.author.slug for message in record.messages} == {"alice", "bob"}
    assert record.user
    assert (record.user.slug, record.url, record.excerpt) == ("alice", "", "6")
    with pytest.raises(NotFound):
        await read_texts(cast.olga, opened)


async def test_only_members_who_see_the_message_report_it(cast: Cast, opened: Chat) -> None:
    message = await send(subscribe(cast.alice), opened)
    for stranger in (cast.charlie, cast.olga):
        with pytest.raises(NotFound):
            await report(stranger, message)
    with pytest.raises(Invalid, match="own"):
        await report(cast.alice, message)
    with pytest.raises(PermissionDenied):
        await report(cast.guest, message)
    await run(chat.delete_message, cast.alice, chat_id=opened.id, message_id=message.id)
    with pytest.raises(NotFound):
        await report(cast.bob, message)


async def test_a_report_contains_nothing_that_the_reporter_does_not_see(cast: Cast) -> None:
    alice, bob, charlie = (subscribe(user) for user in (cast.alice, cast.bob, cast.charlie))
    group = await create_group(alice, charlie)
    await send(alice, group, "Before Bob joined")
    await run(chat.add_members, alice, chat_id=group.id, user_ids=[bob.id])
    await run(chat.accept, bob, chat_id=group.id)
    await ignore(bob, charlie)
    await send(charlie, group, "From an ignored person")
    record = await get_record(cast.olga, await report(bob, await send(alice, group, "Reported")))
    assert [message.text for message in record.messages] == ["Reported"]


async def test_a_request_of_a_stranger_can_be_reported(cast: Cast) -> None:
    opened = await start(subscribe(cast.alice), cast.bob)
    message = await send(subscribe(cast.alice), opened, "Buy my rye")
    record = await get_record(cast.olga, await report(cast.bob, message))
    assert [found.text for found in record.messages] == ["Buy my rye"]


async def test_only_administrators_with_the_section_see_the_messages(
    cast: Cast, opened: Chat
) -> None:
    report_id = await report(cast.bob, await send(subscribe(cast.alice), opened))
    for actor in (cast.bob, cast.alice, cast.charlie):
        with pytest.raises(NotFound):
            await get_record(actor, report_id)


async def test_an_administrator_deletes_a_reported_message(cast: Cast, opened: Chat) -> None:
    message = await send(subscribe(cast.alice), opened, "You fool")
    report_id = await report(cast.bob, message)
    with pytest.raises(Conflict):
        await run(reports.act_on_content, cast.olga, report_id=report_id, action="hide")
    assert await delete_reported(cast.olga, report_id)
    assert await read_texts(cast.bob, opened) == ["", "Hello"]
    record = await get_record(cast.olga, report_id)
    assert (record.state, record.content_status) == ("resolved", "deleted")
    assert [found.text for found in record.messages] == ["Hello", "You fool"]
    assert not await delete_reported(cast.olga, report_id)
    entries = await list_audit_entries()
    assert [entry.action for entry in entries] == ["message.deleted", "report.resolved"]
    assert entries[0].reason == "Insults"
    assert all("fool" not in entry.search_text + entry.target_name for entry in entries)


async def test_the_messages_of_closed_reports_are_erased_after_a_while(
    cast: Cast, opened: Chat
) -> None:
    alice = subscribe(cast.alice)
    closed, waiting = [await report(cast.bob, await send(alice, opened, text)) for text in "ab"]
    await run(reports.close, cast.olga, report_id=closed, outcome="rejected")
    with clock.travel(MESSAGES_RETENTION - timedelta(hours=1)):
        await run_scheduled_job("purge_report_messages")
    assert len((await get_record(cast.olga, closed)).messages) == 2
    with clock.travel(MESSAGES_RETENTION + timedelta(hours=1)):
        await run_scheduled_job("purge_report_messages")
    record = await get_record(cast.olga, closed)
    assert (record.messages, record.excerpt) == ([], "")
    assert len((await get_record(cast.olga, waiting)).messages) == 3


async def test_the_copies_of_erased_and_merged_users(cast: Cast, opened: Chat) -> None:
    await send(subscribe(cast.bob), opened, "Of Bob")
    report_id = await report(cast.bob, await send(subscribe(cast.alice), opened, "Of Alice"))
    async with unit_of_work() as session:
        await personal_data.merge(
            session,
            moderation.PERSONAL_DATA,
            source_id=cast.alice.id,
            target_id=cast.charlie.id,
        )
    record = await get_record(cast.olga, report_id)
    assert record.user
    assert record.user.slug == "charlie"
    assert [message.author.slug for message in record.messages] == ["charlie", "bob", "charlie"]
    async with unit_of_work() as session:
        await personal_data.erase(session, moderation.PERSONAL_DATA, user_id=cast.bob.id)
    record = await get_record(cast.olga, report_id)
    assert [message.text for message in record.messages] == ["Hello", "Of Alice"]
    async with unit_of_work() as session:
        await personal_data.erase(session, moderation.PERSONAL_DATA, user_id=cast.charlie.id)
    async with read_session() as session:
        for table in (ModerationReport, ReportedMessage):
            assert await session.scalar(select(func.count()).select_from(table)) == 0


async def test_administrators_see_the_names_of_files(cast: Cast, opened: Chat) -> None:
    alice = subscribe(cast.alice)
    processed = await chat.files.process_file(b"Flour", name="Recipe.txt")
    stored = await run(chat.files.store, alice, chat_id=opened.id, processed=processed)
    text = await chat.render_text("")
    message = await run(chat.send, alice, chat_id=opened.id, text=text, files=[stored.id])
    record = await get_record(cast.olga, await report(cast.bob, message))
    assert (record.excerpt, record.messages[-1].files) == ("Picture or file", ["Recipe.txt"])
    await delete_reported(cast.olga, record.id)
    assert (await get_record(cast.olga, record.id)).messages[-1].files == ["Recipe.txt"]


async def test_administrators_open_the_files_of_reported_messages_and_no_others(
    cast: Cast, opened: Chat
) -> None:
    alice, bob = subscribe(cast.alice), subscribe(cast.bob)
    picture, recipe = await upload_picture(alice, opened), await upload_file(bob, opened)
    reported = await send(alice, opened, "Look", media=[picture])
    await send(bob, opened, "Please stop", files=[recipe])
    for number in range(5):
        await send(bob, opened, f"{number}")
    far = await upload_file(bob, opened)
    await send(bob, opened, "Something else", files=[far])
    report_id = await report(cast.bob, reported)
    other_id = await report(cast.bob, await send(alice, opened, "Again"))
    shown = [
        file
        for row in (await get_record(cast.olga, report_id)).messages
        for file in row.attachments
    ]
    assert [(file.id, file.is_picture) for file in shown] == [
        (picture.id, True),
        (recipe.id, False),
    ]

    async def open_file(actor: Actor, file: ChatFile, report_id: int = report_id) -> UUID:
        async with read_session() as session:
            found = await reports.get_file(session, actor, report_id=report_id, file_id=file.id)
        return found.id

    assert await open_file(cast.olga, picture) == picture.id
    assert await open_file(cast.olga, recipe) == recipe.id
    for actor, file, id_ in (
        (cast.olga, far, report_id),
        (cast.olga, picture, other_id),
        (cast.bob, picture, report_id),
    ):
        with pytest.raises(NotFound):
            await open_file(actor, file, id_)
    with pytest.raises(PermissionDenied):
        await open_file(await factories.user("maya", sections=["posts"]), picture)
    await delete_reported(cast.olga, report_id)
    with pytest.raises(NotFound):
        await open_file(cast.olga, picture)
    assert (await get_record(cast.olga, report_id)).messages[-6].files == ["sea.png"]
