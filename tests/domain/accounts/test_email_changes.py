"""Tests of changes of an email, which both addresses confirm."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound, PermissionDenied, TooManyRequests
from community.domain import accounts, audit, identity
from community.domain.accounts import email_changes
from community.models import EmailChange, User
from tests.domain.identity.actions import find_actor_by_session_token, register_user, sign_in
from tests.gateways.mail.delivered_mails import find_token, get_text, read_delivered_mails

OLD, NEW = "dora@example.com", "new@example.com"


async def register_verified() -> identity.SignInResult:
    """Register Dora, whose email is verified, and sign in."""
    user = await register_user("Dora")
    async with unit_of_work() as session:
        await session.execute(
            update(User).where(col(User.id) == user.id).values(email_verified_at=clock.now())
        )
    return await sign_in("dora")


async def request(actor: Actor, email: str = NEW) -> None:
    async with unit_of_work() as session:
        await email_changes.request_change(session, actor, email=email)
    await jobs.run_due_jobs()


async def find_tokens() -> dict[str, str]:
    """Return the token of the newest mail about the change, by recipient."""
    subjects = {"Confirm the change of your email", "Confirm your new email"}
    mails = [mail for mail in await read_delivered_mails() if mail["Subject"] in subjects]
    return {mail["To"]: find_token(mail, path="/email/change") for mail in mails}


async def follow(token: str) -> str:
    async with unit_of_work() as session:
        return await email_changes.follow_link(session, token=token)


async def get_user(actor: Actor) -> User:
    async with read_session() as session:
        return await session.get_one(User, actor.id)


@pytest.mark.parametrize("order", [(OLD, NEW), (NEW, OLD)])
async def test_the_email_changes_after_both_addresses_have_confirmed_it(
    db: None, order: tuple[str, str]
) -> None:
    signed_in = await register_verified()
    await request(signed_in.actor)
    tokens = await find_tokens()
    assert set(tokens) == {OLD, NEW}
    first, second = order
    assert await follow(tokens[first]) == ("new" if second == NEW else "old")
    assert (await get_user(signed_in.actor)).email == OLD
    assert await follow(tokens[second]) == "changed"
    user = await get_user(signed_in.actor)
    assert (user.email, user.email_verified_at is not None) == (NEW, True)
    assert await find_actor_by_session_token(signed_in.token) is not None
    await jobs.run_due_jobs()
    recipients = [
        mail["To"] for mail in await read_delivered_mails() if "was changed" in mail["Subject"]
    ]
    assert sorted(recipients) == sorted([OLD, NEW])


async def test_the_change_is_in_the_history(db: None) -> None:
    actor = (await register_verified()).actor
    await request(actor)
    for token in (await find_tokens()).values():
        await follow(token)
    async with read_session() as session:
        (entry,) = (await audit.list_entries(session, accounts.OPERATOR)).items
    assert (entry.action, entry.actor_name) == ("user.email_changed", "Dora")


async def test_an_address_that_was_never_verified_need_not_confirm(db: None) -> None:
    await register_user("Dora")
    actor = (await sign_in("dora")).actor
    await request(actor)
    tokens = await find_tokens()
    assert set(tokens) == {NEW}
    assert await follow(tokens[NEW]) == "changed"


async def test_the_old_address_can_stop_the_change(db: None) -> None:
    actor = (await register_verified()).actor
    await request(actor)
    tokens = await find_tokens()
    (mail,) = [m for m in await read_delivered_mails() if m["To"] == OLD]
    stop = get_text(mail).split("?token=")[2].split()[0]
    await follow(tokens[NEW])
    assert await follow(stop) == "stopped"
    for token in (*tokens.values(), stop):
        with pytest.raises(Invalid):
            await follow(token)
    assert (await get_user(actor)).email == OLD


async def test_a_taken_email_gets_the_same_answer_and_never_a_link(db: None) -> None:
    await register_user("Erik", email=NEW)
    actor = (await register_verified()).actor
    async with unit_of_work() as session:
        taken = await email_changes.request_change(session, actor, email=NEW.upper())
    await jobs.run_due_jobs()
    assert set(await find_tokens()) == {OLD}
    subjects = [mail["Subject"] for mail in await read_delivered_mails() if mail["To"] != OLD]
    assert subjects == ["Your email already has an account"]
    async with unit_of_work() as session:
        free = await email_changes.request_change(session, actor, email="free@example.com")
    ignored = {"email", "expires_at"}
    assert taken.model_dump(exclude=ignored) == free.model_dump(exclude=ignored)


async def test_an_email_that_was_taken_meanwhile_is_refused(db: None) -> None:
    actor = (await register_verified()).actor
    await request(actor)
    tokens = await find_tokens()
    await follow(tokens[OLD])
    await register_user("Erik", email=NEW)
    with pytest.raises(Invalid):
        await follow(tokens[NEW])
    assert (await get_user(actor)).email == OLD


async def test_links_end_with_a_new_request_a_cancellation_a_new_password_and_time(
    db: None,
) -> None:
    actor = (await register_verified()).actor
    await request(actor)
    first = await find_tokens()
    with clock.travel(timedelta(hours=24, seconds=1)):
        await ensure_invalid(first[NEW])
    await request(actor, "other@example.com")
    await ensure_invalid(first[NEW])
    second = await find_tokens()
    async with unit_of_work() as session:
        (await session.get_one(User, actor.id)).password_hash = "$argon2id$new"
    await ensure_invalid(second["other@example.com"])
    await request(actor, "third@example.com")
    async with unit_of_work() as session:
        await email_changes.cancel(session, actor)
    for token in (await find_tokens()).values():
        await ensure_invalid(token)
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await email_changes.resend(session, actor)


async def ensure_invalid(token: str) -> None:
    with pytest.raises(Invalid) as raised:
        await follow(token)
    assert list(raised.value.field_errors) == ["token"]


async def test_a_link_works_once_and_forged_links_never(db: None) -> None:
    actor = (await register_verified()).actor
    await request(actor)
    tokens = await find_tokens()
    assert await follow(tokens[OLD]) == "new"
    await ensure_invalid(tokens[OLD])
    header, _claims, signature = tokens[NEW].split(".")
    for forged in ("", "x" * 2_000, f"{header}.{tokens[OLD].split('.')[1]}.{signature}"):
        await ensure_invalid(forged)


async def test_links_are_sent_again_only_to_addresses_that_have_not_confirmed(db: None) -> None:
    actor = (await register_verified()).actor
    await request(actor)
    await follow((await find_tokens())[OLD])
    async with unit_of_work() as session:
        await email_changes.resend(session, actor)
    await jobs.run_due_jobs()
    recipients = [mail["To"] for mail in await read_delivered_mails()]
    assert (recipients.count(OLD), recipients.count(NEW)) == (1, 2)
    assert await follow((await find_tokens())[NEW]) == "changed"


async def test_an_address_gets_few_mails_an_hour(db: None) -> None:
    actor = (await register_verified()).actor
    for _ in range(3):
        await request(actor)
    with pytest.raises(TooManyRequests):
        await request(actor)


@pytest.mark.parametrize("email", ["", "nobody", OLD, "x" * 300 + "@example.com"])
async def test_an_invalid_or_unchanged_email_is_refused(db: None, email: str) -> None:
    actor = (await register_verified()).actor
    with pytest.raises(Invalid) as raised:
        await request(actor, email)
    assert list(raised.value.field_errors) == ["email"]


async def test_only_a_confirmed_session_requests_a_change(db: None) -> None:
    actor = (await register_verified()).actor
    for other in (replace(actor, confirmed_at=None), replace(actor, session_id=None, token_id=1)):
        with pytest.raises(PermissionDenied):
            await request(other)


async def test_expired_changes_are_deleted(db: None) -> None:
    actor = (await register_verified()).actor
    await request(actor)
    async with unit_of_work() as session:
        await email_changes.purge_expired_changes(session)
        assert await session.scalar(select(EmailChange.id)) is not None
    with clock.travel(timedelta(hours=25)):
        async with unit_of_work() as session:
            await email_changes.purge_expired_changes(session)
            assert await session.scalar(select(EmailChange.id)) is None
