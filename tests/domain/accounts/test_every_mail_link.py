"""Tests that every link in a mail works once, for its purpose and its user, until it expires.

The links to unsubscribe work for years and more than once (`tests/api/test_unsubscribe.py`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import accounts, identity
from community.domain.accounts import deletions, email_changes, registration, verification
from community.domain.accounts.email_changes import LIFETIME as EMAIL_CHANGE_LIFETIME
from community.domain.accounts.registration import RegistrationData
from community.domain.identity import mail_links, mails, password_resets
from community.domain.identity.mail_links import LinkPurpose
from community.models import EmailChange, User
from tests.cast import Cast
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails

NEW_PASSWORD = identity.HashedPassword("$argon2id$new")
TokenBuilder = Callable[[Actor], Awaitable[str]]


@dataclass(frozen=True)
class LinkKind:
    """How to get the token of a link for a user, and how to use it."""

    build: TokenBuilder
    lifetime: timedelta
    use: Callable[[Any, str], Awaitable[Any]]


async def build_token(
    purpose: LinkPurpose, actor: Actor, lifetime: timedelta, *, object_id: int = 0
) -> str:
    async with read_session() as session:
        user = await session.get_one(User, actor.id)
        link = mail_links.build_link(purpose, user, lifetime=lifetime, object_id=object_id)
        return link.token


def build_for(purpose: LinkPurpose, lifetime: timedelta) -> TokenBuilder:
    return lambda actor: build_token(purpose, actor, lifetime)


async def add_email_change(actor: Actor) -> int:
    async with unit_of_work() as session:
        row = EmailChange(
            id=actor.id + 1_000,
            user_id=actor.id,
            email=f"{actor.slug}-new@example.com",
            is_old_required=True,
            expires_at=clock.now() + EMAIL_CHANGE_LIFETIME,
        )
        await session.merge(row)
    return row.id


def build_for_change(purpose: LinkPurpose) -> TokenBuilder:
    async def build(actor: Actor) -> str:
        change_id = await add_email_change(actor)
        return await build_token(purpose, actor, EMAIL_CHANGE_LIFETIME, object_id=change_id)

    return build


async def build_restore_token(actor: Actor) -> str:
    """Return a link for the account, which the user has just deleted."""
    async with unit_of_work() as session:
        user = await session.get_one(User, actor.id)
        user.deleted_at, user.content_choice = clock.now(), "keep"
        user.purge_at = clock.now() + deletions.RESTORE_PERIOD
    return await build_token(LinkPurpose.RESTORE_ACCOUNT, actor, deletions.RESTORE_PERIOD)


async def build_registration_token(actor: Actor) -> str:
    """Return the link of a registration with a username like that of the user."""
    slug = f"new-{actor.slug}"
    data = RegistrationData(slug, f"{slug}@example.com", NEW_PASSWORD, slug)
    async with unit_of_work() as session:
        await registration.request_registration(session, data)
    await jobs.run_due_jobs()
    return find_token((await read_delivered_mails())[-1])


async def use_verification(session: Any, token: str) -> None:
    """Use a link to confirm an email. Those of registrations and of accounts have the same page."""
    if await accounts.confirm_registration(session, token=token) is None:
        await accounts.verify_email(session, token=token)


async def use_email_change(session: Any, token: str) -> None:
    await email_changes.follow_link(session, token=token)


KINDS = {
    LinkPurpose.PASSWORD_RESET: LinkKind(
        build_for(LinkPurpose.PASSWORD_RESET, password_resets.RESET_LIFETIME),
        password_resets.RESET_LIFETIME,
        lambda session, token: identity.reset_password(
            session, token=token, password_hash=NEW_PASSWORD
        ),
    ),
    LinkPurpose.SESSION_REPORT: LinkKind(
        build_for(LinkPurpose.SESSION_REPORT, mails.REPORT_LIFETIME),
        mails.REPORT_LIFETIME,
        lambda session, token: identity.report_session(session, token=token),
    ),
    LinkPurpose.VERIFICATION: LinkKind(
        build_for(LinkPurpose.VERIFICATION, verification.VERIFICATION_LIFETIME),
        verification.VERIFICATION_LIFETIME,
        use_verification,
    ),
    LinkPurpose.RESTORE_ACCOUNT: LinkKind(
        build_restore_token,
        deletions.RESTORE_PERIOD,
        lambda session, token: deletions.reopen(session, token=token),
    ),
    **{
        purpose: LinkKind(build_for_change(purpose), EMAIL_CHANGE_LIFETIME, use_email_change)
        for purpose in email_changes.PURPOSES
    },
}
REGISTRATION = LinkKind(build_registration_token, registration.PENDING_LIFETIME, use_verification)
ALL_KINDS = {**{purpose.value: kind for purpose, kind in KINDS.items()}, "new": REGISTRATION}
of_accounts = pytest.mark.parametrize("kind", KINDS.values(), ids=[str(name) for name in KINDS])
of_all = pytest.mark.parametrize("kind", ALL_KINDS.values(), ids=ALL_KINDS)


async def use(kind: LinkKind, token: str) -> Any:
    async with unit_of_work() as session:
        return await kind.use(session, token)


async def ensure_invalid(kind: LinkKind, token: str) -> None:
    with pytest.raises(Invalid) as raised:
        await use(kind, token)
    assert list(raised.value.field_errors) == ["token"]


async def get_values(actor: Actor) -> dict[str, Any]:
    async with read_session() as session:
        return (await session.get_one(User, actor.id)).model_dump()


async def set_values(actor: Actor, **values: Any) -> None:
    async with unit_of_work() as session:
        await session.execute(update(User).where(col(User.id) == actor.id).values(**values))


def test_every_purpose_is_tested() -> None:
    assert KINDS.keys() == set(LinkPurpose)


@of_all
async def test_a_link_works_once(cast: Cast, kind: LinkKind) -> None:
    token = await kind.build(cast.bob)
    await use(kind, token)
    await ensure_invalid(kind, token)


@of_accounts
async def test_a_used_link_stays_used_when_the_account_is_as_before(
    cast: Cast, kind: LinkKind
) -> None:
    token = await kind.build(cast.bob)
    before = await get_values(cast.bob)
    await use(kind, token)
    await set_values(cast.bob, **before)
    await ensure_invalid(kind, token)


@of_all
async def test_an_expired_link_is_invalid(cast: Cast, kind: LinkKind) -> None:
    token = await kind.build(cast.bob)
    with clock.travel(kind.lifetime + timedelta(seconds=1)):
        await ensure_invalid(kind, token)


@of_all
async def test_a_forged_link_is_invalid(cast: Cast, kind: LinkKind) -> None:
    others = (await kind.build(cast.alice)).split(".")
    token = await kind.build(cast.bob)
    header, claims, signature = token.split(".")
    # The claims of Alice with the signature for Bob, a cut signature, no signature, no token.
    for forged in (
        f"{header}.{others[1]}.{signature}",
        f"{header}.{claims}.{signature[:-3]}AAA",
        f"eyJhbGciOiJub25lIn0.{claims}.",
        "",
        "a" * 2_000,
    ):
        await ensure_invalid(kind, forged)
    await use(kind, token)


@of_all
async def test_a_link_of_another_purpose_is_invalid(cast: Cast, kind: LinkKind) -> None:
    own = await kind.build(cast.alice)
    for other in ALL_KINDS.values():
        if other.use is not kind.use and other is not KINDS[LinkPurpose.RESTORE_ACCOUNT]:
            token = await other.build(cast.bob)
            await ensure_invalid(kind, token)
    await use(kind, own)


@of_all
async def test_a_link_changes_nothing_of_another_account(cast: Cast, kind: LinkKind) -> None:
    theirs, token = await kind.build(cast.alice), await kind.build(cast.bob)
    before = await get_values(cast.alice)
    await use(kind, token)
    assert await get_values(cast.alice) == before
    await use(kind, theirs)


@of_accounts
@pytest.mark.parametrize("change", ["email", "deleted_at"])
async def test_a_link_ends_with_the_mailbox_or_the_account(
    cast: Cast, kind: LinkKind, change: str
) -> None:
    token = await kind.build(cast.bob)
    value = "other@example.com" if change == "email" else clock.now()
    await set_values(cast.bob, **{change: value})
    await ensure_invalid(kind, token)


@pytest.mark.parametrize("purpose", email_changes.PURPOSES)
async def test_a_link_is_no_way_to_the_email_change_of_another_account(
    cast: Cast, purpose: LinkPurpose
) -> None:
    theirs = await add_email_change(cast.alice)
    token = await build_token(purpose, cast.bob, EMAIL_CHANGE_LIFETIME, object_id=theirs)
    await ensure_invalid(KINDS[purpose], token)
