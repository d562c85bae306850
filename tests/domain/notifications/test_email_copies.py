"""Tests of the copies of notifications by email, which a real SMTP server receives."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts, chat, notifications, site
from community.domain.accounts import email_changes
from community.domain.chat.policies import NOTIFY_DELAY
from community.domain.notifications import policies
from community.domain.site import GeneralSettings
from community.models import Chat, Mail, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    delete_comment,
    disable_notifications,
    follow,
    ignore,
    mark_all_read,
    publish_post,
    react,
    reply,
    run,
    unpublish_post,
)
from tests.domain.chat.conftest import create_group, open_conversation, send, start, subscribe
from tests.gateways.mail.delivered_mails import get_text
from tests.gateways.mail.mail_server import MailServer, run_mail_server


@pytest.fixture
async def server(cast: Cast) -> AsyncIterator[MailServer]:
    async with run_mail_server() as running:
        values = {"smtp_host": "127.0.0.1", "smtp_port": running.port, "smtp_security": "none"}
        changes = await site.prepare_changes(GeneralSettings, values)
        async with unit_of_work() as session:
            await site.change_settings(session, cast.olga, changes)
        await run(notifications.update_preferences, cast.alice, email=True)
        yield running


async def deliver(after: timedelta = policies.EMAIL_DELAY) -> None:
    """Run the jobs that are due now, and those that are due after a time."""
    await jobs.run_due_jobs()
    with clock.travel(after):
        await jobs.run_due_jobs()


async def change_user(actor: Actor, **values: Any) -> None:
    async with unit_of_work() as session:
        user = await session.get_one(User, actor.id)
        for name, value in values.items():
            setattr(user, name, value)


async def get_problem(actor: Actor) -> str:
    async with read_session() as session:
        return (await notifications.get_preferences(session, actor)).email_problem


async def test_a_copy_is_sent_after_a_minute(cast: Cast, server: MailServer) -> None:
    post = await publish_post(cast.alice, "On rye")
    comment = await reply(cast.bob, post, "Why not *wheat*?")
    await deliver(policies.EMAIL_DELAY - timedelta(seconds=1))
    assert server.received == []
    await deliver()
    await deliver()
    (mail,) = server.received
    assert (mail["To"], mail["Subject"]) == ("alice@example.com", "Bob commented on your post")
    text = get_text(mail)
    assert "On rye" in text
    assert "> Why not wheat?" in text
    assert f"?comment={comment.id}#comment-{comment.id}" in text


async def test_a_copy_can_be_ended_with_one_click(cast: Cast, server: MailServer) -> None:
    await follow(cast.bob, cast.alice)
    await deliver()
    (mail,) = server.received
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = mail["List-Unsubscribe"].strip("<>")
    assert f"Unsubscribe: {url}" in get_text(mail)
    async with unit_of_work() as session:
        await notifications.unsubscribe(session, token=url.partition("token=")[2])
    await react(cast.bob, await factories.post(cast.alice))
    await deliver()
    assert len(server.received) == 1


async def test_users_get_no_copies_by_default(cast: Cast, server: MailServer) -> None:
    await follow(cast.alice, cast.bob)
    await deliver()
    assert server.received == []


async def test_the_notifications_of_a_minute_are_one_mail(cast: Cast, server: MailServer) -> None:
    post = await factories.post(cast.alice, "On rye")
    await react(cast.bob, post)
    await follow(cast.bob, cast.alice)
    with clock.travel(timedelta(seconds=30)):
        await reply(cast.charlie, post, "Hello @alice")
    await deliver()
    with clock.travel(timedelta(minutes=5)):
        await jobs.run_due_jobs()
    (mail,) = server.received
    assert mail["Subject"].startswith("3 new notifications on ")
    text = get_text(mail)
    texts = ["Charlie mentioned you", "Bob followed you", "Bob reacted to your post"]
    assert [text.index(part) for part in texts] == sorted(text.index(part) for part in texts)


async def test_a_notification_that_collects_events_is_sent_once(
    cast: Cast, server: MailServer
) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await deliver()
    await react(cast.charlie, post)
    await deliver()
    assert [mail["Subject"] for mail in server.received] == ["Bob reacted to your post"]
    await mark_all_read(cast.alice)
    await react(cast.olga, post)
    await deliver()
    assert server.received[-1]["Subject"] == "Olga reacted to your post"


async def test_a_read_notification_is_not_sent(cast: Cast, server: MailServer) -> None:
    await follow(cast.bob, cast.alice)
    await mark_all_read(cast.alice)
    await deliver()
    assert server.received == []


async def test_a_deleted_comment_is_not_sent(cast: Cast, server: MailServer) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice))
    await delete_comment(cast.bob, comment)
    await deliver()
    assert server.received == []


async def test_a_post_that_the_recipient_can_no_longer_read_is_not_sent(
    cast: Cast, server: MailServer
) -> None:
    post = await factories.post(cast.bob)
    comment = await reply(cast.alice, post)
    await react(cast.charlie, comment)
    await unpublish_post(cast.bob, post)
    await deliver()
    assert [mail["Subject"] for mail in server.received] == []


async def test_a_person_who_leaves_meanwhile_causes_no_copy(cast: Cast, server: MailServer) -> None:
    await follow(cast.bob, cast.alice)
    await change_user(cast.bob, deleted_at=clock.now())
    await deliver()
    assert server.received == []


async def test_users_who_are_ignored_meanwhile_cause_no_copy(
    cast: Cast, server: MailServer
) -> None:
    await follow(cast.bob, cast.alice)
    await ignore(cast.alice, cast.bob)
    await deliver()
    assert server.received == []


async def test_a_kind_that_is_turned_off_meanwhile_is_not_sent(
    cast: Cast, server: MailServer
) -> None:
    await follow(cast.bob, cast.alice)
    await disable_notifications(cast.alice, "new_follower")
    await deliver()
    assert server.received == []


@pytest.mark.parametrize("column", ["banned_at", "deleted_at", "email_undeliverable_at"])
async def test_some_accounts_get_no_copies(cast: Cast, server: MailServer, column: str) -> None:
    await follow(cast.bob, cast.alice)
    await change_user(cast.alice, **{column: clock.now()})
    await deliver()
    assert server.received == []


async def test_an_unverified_email_gets_no_copies(cast: Cast, server: MailServer) -> None:
    await change_user(cast.alice, email_verified_at=None)
    await follow(cast.bob, cast.alice)
    await deliver()
    assert server.received == []
    assert await get_problem(cast.alice) == "unverified"


async def test_without_a_mail_server_there_are_no_copies(cast: Cast) -> None:
    await run(notifications.update_preferences, cast.alice, email=True)
    await follow(cast.bob, cast.alice)
    await deliver()
    async with read_session() as session:
        assert await session.get(Mail, 1) is None
    assert await get_problem(cast.alice) == "no_mail_server"


async def test_after_the_limit_of_an_hour_the_rest_is_one_digest(
    cast: Cast, server: MailServer
) -> None:
    for number in range(policies.MAX_EMAILS_PER_HOUR + 3):
        with clock.travel(number * 2 * policies.EMAIL_DELAY):
            await react(cast.bob, await factories.post(cast.alice, f"Post {number}"))
            await deliver()
    assert len(server.received) == policies.MAX_EMAILS_PER_HOUR
    await deliver(timedelta(hours=2))
    await deliver(timedelta(hours=4))
    assert len(server.received) == policies.MAX_EMAILS_PER_HOUR + 1
    digest = server.received[-1]
    assert digest["Subject"].startswith("3 new notifications on ")


async def test_a_mailbox_that_does_not_exist_gets_no_other_copies(
    cast: Cast, server: MailServer
) -> None:
    server.recipient_answers.append("550 5.1.1 No such user")
    await follow(cast.bob, cast.alice)
    await deliver()
    assert await get_problem(cast.alice) == "undeliverable"
    await react(cast.bob, await factories.post(cast.alice))
    await deliver()
    assert server.received == []


async def test_users_can_confirm_an_undeliverable_email_again(
    cast: Cast, server: MailServer
) -> None:
    await change_user(cast.alice, email_undeliverable_at=clock.now())
    alice = replace(cast.alice, session_id=1)
    async with read_session() as session:
        assert (await email_changes.get_email(session, alice)).is_undeliverable
    assert await run(accounts.request_verification, alice)
    await jobs.run_due_jobs()
    token = get_text(server.received[0]).partition("token=")[2].split()[0]
    async with unit_of_work() as session:
        await accounts.verify_email(session, token=token)
    assert await get_problem(cast.alice) == ""


@pytest.mark.parametrize(
    "answer", ["550 5.7.1 Sender blocked", "450 4.2.1 Try later", "552 5.2.2 Mailbox full"]
)
async def test_other_rejections_do_not_block_an_email(
    cast: Cast, server: MailServer, answer: str
) -> None:
    server.recipient_answers.append(answer)
    await follow(cast.bob, cast.alice)
    await deliver()
    assert await get_problem(cast.alice) == ""


async def test_a_new_post_is_sent_to_subscribers(cast: Cast, server: MailServer) -> None:
    await run(notifications.subscribe_to_author, cast.alice, author=cast.bob.id)
    await publish_post(cast.bob)
    await deliver()
    await deliver()
    assert [mail["Subject"] for mail in server.received] == ["Bob published a new post"]


async def test_messages_of_a_chat_are_one_copy_until_they_are_read(
    cast: Cast, server: MailServer
) -> None:
    bob = subscribe(cast.bob)
    opened = await open_conversation(bob, cast.alice)
    await deliver_messages()
    (mail,) = server.received
    assert mail["Subject"] == "Bob sent you a message"
    text = get_text(mail)
    assert "> Hello" in text
    assert f"/m/{opened.id}" in text
    await send(bob, opened, "Are you there?")
    await deliver_messages()
    assert len(server.received) == 1
    await read_chat(cast.alice, opened)
    for number in (1, 2):
        await send(bob, opened, f"Number {number}")
    await deliver_messages()
    assert server.received[-1]["Subject"] == "Bob sent you 2 messages"
    assert "Number" not in get_text(server.received[-1])


async def test_a_message_that_is_read_or_deleted_meanwhile_is_not_sent(
    cast: Cast, server: MailServer
) -> None:
    bob = subscribe(cast.bob)
    opened = await open_conversation(bob, cast.alice)
    with clock.travel(NOTIFY_DELAY):
        await jobs.run_due_jobs()
    await read_chat(cast.alice, opened)
    message = await send(bob, opened)
    with clock.travel(NOTIFY_DELAY):
        await jobs.run_due_jobs()
    await run(chat.delete_message, bob, chat_id=opened.id, message_id=message.id)
    await deliver_messages()
    assert server.received == []


async def test_a_copy_about_a_group_names_its_authors_and_a_request_shows_no_text(
    cast: Cast, server: MailServer
) -> None:
    bob, charlie = subscribe(cast.bob), subscribe(cast.charlie)
    group = await create_group(bob, charlie, cast.alice)
    await send(bob, group)
    await send(charlie, group)
    await send(bob, await start(bob, cast.alice), "Buy my rye")
    await deliver_messages()
    (mail,) = server.received
    text = get_text(mail)
    assert "2 new messages in “Bakers”" in text
    assert "From Charlie, Bob" in text
    assert "Bob sent you a message request" in text
    assert "rye" not in text


async def deliver_messages() -> None:
    with clock.travel(NOTIFY_DELAY):
        await jobs.run_due_jobs()
    await deliver(NOTIFY_DELAY + policies.EMAIL_DELAY)


async def read_chat(actor: Actor, opened: Chat) -> None:
    await run(chat.mark_read, actor, chat_id=opened.id, message_id=2**62)
