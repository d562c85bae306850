"""Tests of the mail queue, whose mails a background job sends."""

from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from sqlmodel import select

from community import jobs
from community.admin.blocks.table.values import Badge
from community.admin.mail import MAIL_LAYOUT
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound
from community.domain import mail
from community.domain.mail import policies
from community.jobs.runner import run_scheduled_job
from community.models import Mail, OutboxMessage
from tests.cast import Cast
from tests.domain.mail.actions import MESSAGE, enqueue, load
from tests.gateways.mail.mail_server import MailServer


async def test_a_queued_mail_is_sent_once(cast: Cast, server: MailServer) -> None:
    mail_id = await enqueue()
    await jobs.run_due_jobs()
    await jobs.run_due_jobs()
    assert [received["Subject"] for received in server.received] == ["Hello"]
    sent = await load(mail_id)
    assert (sent.state, sent.transport, sent.attempts) == ("sent", "smtp", 1)
    assert sent.sent_at is not None


async def test_without_a_server_a_mail_becomes_a_file(cast: Cast, site: Path) -> None:
    mail_id = await enqueue()
    await jobs.run_due_jobs()
    (file,) = (site / "mail").glob("*.eml")
    assert message_from_bytes(file.read_bytes())["To"] == "ann@example.org"
    assert file.stat().st_mode & 0o077 == 0
    saved = await load(mail_id)
    assert (saved.state, saved.transport) == ("sent", "file")
    [status] = [column for column in MAIL_LAYOUT.columns if column.code == "state"]
    assert status.value(saved) == Badge("Saved as a file")


async def test_a_mail_of_a_rolled_back_transaction_is_not_sent(
    cast: Cast, server: MailServer
) -> None:
    async with read_session() as session:  # It is never committed.
        await mail.enqueue(session, kind="news", recipient="ann@example.org", message=MESSAGE)
    await jobs.run_due_jobs()
    assert server.received == []


async def test_a_mail_is_retried_after_a_pause(cast: Cast, server: MailServer) -> None:
    server.answers.append("451 Greylisted")
    mail_id = await enqueue()
    await jobs.run_due_jobs()
    waiting = await load(mail_id)
    assert (waiting.state, waiting.attempts) == ("queued", 1)
    assert "451 Greylisted" in waiting.last_error
    with clock.travel(policies.RETRY_PAUSES[0]):
        await jobs.run_due_jobs()
    sent = await load(mail_id)
    assert (sent.state, sent.attempts, sent.last_error) == ("sent", 2, "")


async def test_the_server_gives_up_after_the_last_attempt(cast: Cast, server: MailServer) -> None:
    server.answers = ["451 Busy"] * 100
    mail_id = await enqueue()
    for days in range(policies.MAX_ATTEMPTS + 2):
        with clock.travel(timedelta(days=days)):
            await jobs.run_due_jobs()
    failed = await load(mail_id)
    assert (failed.state, failed.attempts) == ("failed", policies.MAX_ATTEMPTS)
    assert "451 Busy" in failed.last_error


async def test_a_permanent_rejection_is_not_retried(cast: Cast, server: MailServer) -> None:
    server.answers.append("550 No such user")
    mail_id = await enqueue()
    await jobs.run_due_jobs()
    assert (await load(mail_id)).state == "failed"


async def test_an_administrator_retries_and_drops_failed_mails(
    cast: Cast, server: MailServer
) -> None:
    server.answers = ["550 No such user"] * 2
    retried, dropped = await enqueue(), await enqueue()
    await jobs.run_due_jobs()
    async with unit_of_work() as session:
        await mail.retry(session, cast.olga, mail_id=retried)
        await mail.drop(session, cast.olga, mail_id=dropped)
    await jobs.run_due_jobs()
    assert (await load(retried)).state == "sent"
    async with read_session() as session:
        assert await session.get(Mail, dropped) is None
    with pytest.raises(Conflict):
        async with unit_of_work() as session:
            await mail.retry(session, cast.olga, mail_id=retried)


async def test_a_dropped_mail_is_not_sent(cast: Cast, server: MailServer) -> None:
    mail_id = await enqueue()
    async with unit_of_work() as session:
        await mail.drop(session, cast.olga, mail_id=mail_id)
    await jobs.run_due_jobs()
    assert server.received == []
    async with read_session() as session:
        assert (await session.scalars(select(OutboxMessage))).all() == []


async def test_a_mail_that_is_being_sent_cannot_be_retried(cast: Cast) -> None:
    mail_id = await enqueue()
    async with unit_of_work() as session:
        await mail.begin_attempt(session, mail_id)
    with pytest.raises(Conflict):
        async with unit_of_work() as session:
            await mail.retry(session, cast.olga, mail_id=mail_id)


async def test_an_interrupted_attempt_is_repeated_with_the_same_message_id(
    cast: Cast, server: MailServer
) -> None:
    mail_id = await enqueue()
    async with unit_of_work() as session:
        assert await mail.begin_attempt(session, mail_id) is not None
    async with unit_of_work() as session:
        assert await mail.begin_attempt(session, mail_id) is None
    with clock.travel(policies.ATTEMPT_TIMEOUT):
        async with unit_of_work() as session:
            attempt = await mail.begin_attempt(session, mail_id)
    assert attempt is not None
    assert attempt.outgoing.message_id.startswith(f"{mail_id}.")
    assert (await load(mail_id)).attempts == 2


async def test_the_text_of_a_private_mail_is_hidden_and_erased(
    cast: Cast, server: MailServer
) -> None:
    mail_id = await enqueue(is_private=True)
    async with read_session() as session:
        details = await mail.get_mail(session, cast.olga, mail_id=mail_id)
    assert (details.text, details.html) == ("", "")
    await jobs.run_due_jobs()
    sent = await load(mail_id)
    assert (sent.text, sent.html, len(server.received)) == ("", "", 1)


async def test_a_test_mail_fails_at_once(cast: Cast, server: MailServer) -> None:
    server.answers.append("451 Busy")
    async with unit_of_work() as session:
        mail_id = await mail.send_test_mail(session, cast.olga, recipient="ann@example.org")
    await jobs.run_due_jobs()
    assert (await load(mail_id)).state == "failed"


@pytest.mark.parametrize("recipient", ["", "ann", "ann@example.org\r\nBcc: eve@example.org"])
async def test_an_invalid_recipient_is_rejected(cast: Cast, recipient: str) -> None:
    with pytest.raises(Invalid):
        await enqueue(recipient=recipient)


async def test_a_line_break_in_the_subject_becomes_a_space(cast: Cast, server: MailServer) -> None:
    await enqueue(message=replace(MESSAGE, subject="Hi\r\nBcc: eve@example.org"))
    await jobs.run_due_jobs()
    (received,) = server.received
    assert (received["Subject"], received["Bcc"]) == ("Hi Bcc: eve@example.org", None)


async def test_only_administrators_of_the_section_manage_mail(cast: Cast) -> None:
    mail_id = await enqueue()
    for action in (mail.retry, mail.drop, mail.get_mail):
        with pytest.raises(NotFound):
            async with unit_of_work() as session:
                await action(session, cast.alice, mail_id=mail_id)
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await mail.send_test_mail(session, cast.alice, recipient="ann@example.org")


async def test_old_mails_are_deleted(cast: Cast) -> None:
    mail_id = await enqueue()
    with clock.travel(mail.policies.MAIL_RETENTION):
        await run_scheduled_job("purge_mails")
    async with read_session() as session:
        assert await session.get(Mail, mail_id) is None
