"""Tests of the links in mails: each works once, for its purpose and its user, until it expires."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import accounts
from community.domain.accounts import (
    mail_links,
    password_resets,
    session_reports,
    verification,
)
from community.domain.accounts.mail_links import LinkPurpose
from community.models import Mail, User, UserSession
from tests.cast import Cast
from tests.domain.accounts.actions import (
    PASSWORD,
    find_actor_by_session_token,
    register_user,
    sign_in,
)
from tests.mail.delivered_mails import find_token, get_text, read_delivered_mails

NEW_PASSWORD = accounts.HashedPassword("$argon2id$new")


async def read_mails(kind: str) -> list[Mail]:
    async with read_session() as session:
        rows = await session.scalars(select(Mail).where(Mail.kind == kind).order_by(col(Mail.id)))
        return list(rows)


@dataclass(frozen=True)
class LinkKind:
    """How to get a link for a user, and how to use it."""

    purpose: LinkPurpose
    lifetime: timedelta
    use: Callable[[Any, str], Awaitable[Any]]


LINKS = {
    "reset": LinkKind(
        LinkPurpose.PASSWORD_RESET,
        password_resets.RESET_LIFETIME,
        lambda session, token: accounts.links.reset_password(
            session, token=token, password_hash=NEW_PASSWORD
        ),
    ),
    "report": LinkKind(
        LinkPurpose.SESSION_REPORT,
        session_reports.REPORT_LIFETIME,
        lambda session, token: accounts.links.report_session(session, token=token),
    ),
    "verification": LinkKind(
        LinkPurpose.VERIFICATION,
        verification.VERIFICATION_LIFETIME,
        lambda session, token: accounts.links.verify_email(session, token=token),
    ),
}


async def build_token(kind: LinkKind, actor: Actor) -> str:
    async with read_session() as session:
        user = await session.get_one(User, actor.id)
        return mail_links.build_link(kind.purpose, user, lifetime=kind.lifetime).token


async def use(kind: LinkKind, token: str) -> Any:
    async with unit_of_work() as session:
        return await kind.use(session, token)


async def ensure_invalid(kind: LinkKind, token: str) -> None:
    with pytest.raises(Invalid) as raised:
        await use(kind, token)
    assert list(raised.value.field_errors) == ["token"]


@pytest.mark.parametrize("kind", LINKS.values(), ids=LINKS)
async def test_a_link_works_once(cast: Cast, kind: LinkKind) -> None:
    token = await build_token(kind, cast.bob)
    await use(kind, token)
    await ensure_invalid(kind, token)


@pytest.mark.parametrize("kind", LINKS.values(), ids=LINKS)
async def test_a_used_link_stays_used_when_the_account_is_as_before(
    cast: Cast, kind: LinkKind
) -> None:
    async with read_session() as session:
        before = (await session.get_one(User, cast.bob.id)).model_dump()
    token = await build_token(kind, cast.bob)
    await use(kind, token)
    async with unit_of_work() as session:
        await session.execute(update(User).where(col(User.id) == cast.bob.id).values(**before))
    await ensure_invalid(kind, token)


@pytest.mark.parametrize("kind", LINKS.values(), ids=LINKS)
async def test_an_expired_link_is_invalid(cast: Cast, kind: LinkKind) -> None:
    token = await build_token(kind, cast.bob)
    with clock.travel(kind.lifetime + timedelta(seconds=1)):
        await ensure_invalid(kind, token)


@pytest.mark.parametrize("kind", LINKS.values(), ids=LINKS)
async def test_a_forged_link_is_invalid(cast: Cast, kind: LinkKind) -> None:
    header, claims, signature = (await build_token(kind, cast.bob)).split(".")
    others = (await build_token(kind, cast.alice)).split(".")
    # The claims of Alice with the signature for Bob, a cut signature, no signature, no token.
    for forged in (
        f"{header}.{others[1]}.{signature}",
        f"{header}.{claims}.{signature[:-3]}AAA",
        f"eyJhbGciOiJub25lIn0.{claims}.",
        "",
        "a" * 2_000,
    ):
        await ensure_invalid(kind, forged)


@pytest.mark.parametrize("kind", LINKS.values(), ids=LINKS)
async def test_a_link_of_another_purpose_is_invalid(cast: Cast, kind: LinkKind) -> None:
    for other in LINKS.values():
        if other is not kind:
            await ensure_invalid(kind, await build_token(other, cast.bob))


@pytest.mark.parametrize("kind", LINKS.values(), ids=LINKS)
@pytest.mark.parametrize("change", ["email", "deleted_at"])
async def test_a_link_ends_with_the_mailbox_or_the_account(
    cast: Cast, kind: LinkKind, change: str
) -> None:
    token = await build_token(kind, cast.bob)
    value = "other@example.com" if change == "email" else clock.now()
    async with unit_of_work() as session:
        await session.execute(
            update(User).where(col(User.id) == cast.bob.id).values(**{change: value})
        )
    await ensure_invalid(kind, token)


async def test_a_link_changes_only_the_account_of_its_user(cast: Cast) -> None:
    await use(LINKS["reset"], await build_token(LINKS["reset"], cast.bob))
    async with read_session() as session:
        assert (await session.get_one(User, cast.alice.id)).password_hash != NEW_PASSWORD
        assert (await session.get_one(User, cast.bob.id)).password_hash == NEW_PASSWORD


async def request_reset(email: str) -> None:
    async with unit_of_work() as session:
        accounts.links.request_password_reset(session, email=email)
    await jobs.run_due_jobs()


async def test_a_requested_link_resets_the_password_and_ends_all_sessions(db: None) -> None:
    user = await register_user("Dora")
    signed_in = await sign_in("dora")
    await request_reset("DORA@example.com")
    (mail,) = await read_delivered_mails()
    assert mail["To"] == user.email
    token = find_token(mail)
    async with unit_of_work() as session:
        await accounts.links.reset_password(session, token=token, password_hash=NEW_PASSWORD)
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
    verified = await accounts.verify_password(await _load_credentials("dora"), password=PASSWORD)
    async with unit_of_work() as session:
        loaded = await accounts.load_verified_user(session, verified)
        thief = await accounts.sign_in(
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
        reset = await accounts.links.report_session(session, token=find_token(mail))
    assert await find_actor_by_session_token(thief.token) is None
    with pytest.raises(Exception, match="Wrong email or password"):
        await sign_in("dora")
    async with unit_of_work() as session:
        await accounts.links.reset_password(session, token=reset.token, password_hash=NEW_PASSWORD)
        active = select(UserSession.id).where(col(UserSession.revoked_at).is_(None))
        assert await session.scalar(active) is None


async def _load_credentials(login: str) -> Any:
    async with read_session() as session:
        return await accounts.find_credentials(session, login=login)


async def test_a_sign_in_on_a_known_device_sends_no_mail(db: None) -> None:
    await register_user("Dora")
    await sign_in("dora")
    assert await read_mails("new_device") == []
