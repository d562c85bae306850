"""Tests of the mails with links to a new password, and of reports of sign-ins."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity
from community.models import Mail, UserSession
from tests.cast import Cast
from tests.domain.identity.actions import (
    PASSWORD,
    find_actor_by_session_token,
    register_user,
    sign_in,
)
from tests.gateways.mail.delivered_mails import find_token, get_text, read_delivered_mails

NEW_PASSWORD = identity.HashedPassword("$argon2id$new")


async def read_mails(kind: str) -> list[Mail]:
    async with read_session() as session:
        rows = await session.scalars(select(Mail).where(Mail.kind == kind).order_by(col(Mail.id)))
        return list(rows)


async def request_reset(email: str) -> None:
    async with unit_of_work() as session:
        identity.request_password_reset(session, email=email)
    await jobs.run_due_jobs()


async def test_a_requested_link_resets_the_password_and_ends_all_sessions(db: None) -> None:
    user = await register_user("Dora")
    signed_in = await sign_in("dora")
    await request_reset("DORA@example.com")
    (mail,) = await read_delivered_mails()
    assert mail["To"] == user.email
    token = find_token(mail)
    async with unit_of_work() as session:
        await identity.reset_password(session, token=token, password_hash=NEW_PASSWORD)
    assert await find_actor_by_session_token(signed_in.token) is None
    assert len(await read_mails("password_changed")) == 1


async def test_an_unknown_email_gets_no_mail(cast: Cast) -> None:
    await request_reset("unknown@example.com")
    assert await read_mails("password_reset") == []


async def test_a_mailbox_gets_few_reset_links_an_hour(db: None) -> None:
    user = await register_user("Dora")
    for _ in range(5):
        await request_reset(user.email)
    assert len(await read_mails("password_reset")) == 3
    with clock.travel(timedelta(hours=1)):
        await request_reset(user.email)
    assert len(await read_mails("password_reset")) == 4


async def test_a_report_ends_the_session_and_starts_a_reset(db: None) -> None:
    user = await register_user("Dora")
    verified = await identity.verify_password(await _load_credentials("dora"), password=PASSWORD)
    async with unit_of_work() as session:
        loaded = await identity.load_verified_user(session, verified)
        thief = await identity.sign_in(
            session,
            Actor(ip_address="203.0.113.9"),
            user=loaded,
            user_agent="Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
            is_new_device=True,
        )
    await jobs.run_due_jobs()
    (mail,) = await read_delivered_mails()
    assert mail["To"] == user.email
    assert "Firefox on Windows" in get_text(mail)
    assert "203.0.113.9" in get_text(mail)
    async with unit_of_work() as session:
        reset = await identity.report_session(session, token=find_token(mail))
    assert await find_actor_by_session_token(thief.token) is None
    with pytest.raises(Exception, match="Wrong email or password"):
        await sign_in("dora")
    async with unit_of_work() as session:
        await identity.reset_password(session, token=reset.token, password_hash=NEW_PASSWORD)
        active = select(UserSession.id).where(col(UserSession.revoked_at).is_(None))
        assert await session.scalar(active) is None


async def _load_credentials(login: str) -> Any:
    async with read_session() as session:
        return await identity.find_credentials(session, login=login)


async def test_a_sign_in_on_a_known_device_sends_no_mail(db: None) -> None:
    await register_user("Dora")
    await sign_in("dora")
    assert await read_mails("new_device") == []
