"""Tests of mails that a mail server accepted and reported as undelivered later."""

import pytest

from community import jobs
from community.core.db.sessions import read_session, unit_of_work
from community.domain import mail
from community.gateways.mail import parse_bounce
from community.models import Mail, User
from tests.cast import Cast
from tests.domain.mail.actions import enqueue, load
from tests.gateways.mail.bounce_messages import build_bounce
from tests.gateways.mail.mail_server import MailServer

ADDRESS = "alice@example.org"


@pytest.fixture(autouse=True)
async def set_address(cast: Cast) -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, cast.alice.id)).email = ADDRESS


async def send(server: MailServer) -> tuple[int, str]:
    """Send a mail. Return its id, and the header `Message-ID` that the mail server got."""
    mail_id = await enqueue(recipient=ADDRESS, is_private=True)
    await jobs.run_due_jobs()
    return mail_id, str(server.received[-1]["Message-ID"])


async def record(name: str, message_id: str) -> bool:
    bounce = parse_bounce(build_bounce(name, message_id, ADDRESS))
    assert bounce is not None
    async with unit_of_work() as session:
        return await mail.record_bounce(session, bounce)


async def is_undeliverable(cast: Cast) -> bool:
    async with read_session() as session:
        alice = await session.get_one(User, cast.alice.id)
        return alice.email_undeliverable_at is not None


async def test_an_address_whose_mailbox_does_not_exist_is_undeliverable(
    cast: Cast, server: MailServer
) -> None:
    mail_id, message_id = await send(server)
    assert await record("postfix", message_id)
    assert await is_undeliverable(cast)
    sent = await load(mail_id)
    assert sent.state == "sent"
    assert "550 5.1.1 <alice@example.org>: Recipient address rejected" in sent.last_error


async def test_another_reason_is_only_shown_to_administrators(
    cast: Cast, server: MailServer
) -> None:
    mail_id, message_id = await send(server)
    assert await record("mailbox_full", message_id)
    assert not await is_undeliverable(cast)
    assert "Mailbox is full" in (await load(mail_id)).last_error


async def test_a_repeated_report_does_not_undo_that_the_user_confirmed_the_address(
    cast: Cast, server: MailServer
) -> None:
    _mail_id, message_id = await send(server)
    assert await record("exim", message_id)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.alice.id)).email_undeliverable_at = None
    assert not await record("exim", message_id)
    assert not await is_undeliverable(cast)


@pytest.mark.parametrize(("old", "new"), [("<1.", "<2."), ("@", "0@"), ("<", "<0.")])
async def test_only_the_header_of_a_sent_mail_is_accepted(
    cast: Cast, server: MailServer, old: str, new: str
) -> None:
    """Anyone can send a report to the address for bounces."""
    _mail_id, message_id = await send(server)
    await send(server)
    assert not await record("postfix", message_id.replace(old, new, 1))
    assert not await record("postfix", "<1.1795428901@example.com>")
    assert not await is_undeliverable(cast)


async def test_a_report_about_a_mail_that_is_purged_changes_nothing(
    cast: Cast, server: MailServer
) -> None:
    mail_id, message_id = await send(server)
    async with unit_of_work() as session:
        await session.delete(await session.get_one(Mail, mail_id))
    assert not await record("postfix", message_id)
    assert not await is_undeliverable(cast)
