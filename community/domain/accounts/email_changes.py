"""Changes of the email of an account, which both addresses confirm.

The old address confirms a change only if it was verified. Otherwise it may be mistyped and belong
to another person, who must not be able to stop the change.

The functions that request a change do not look for other accounts. The job that sends the mails
does, so neither the answer nor the time that it takes reveals whether an account has the new email.
"""

import secrets
from datetime import timedelta
from typing import Literal

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, errors, events, signed_tokens
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import audit, identity, mail
from community.domain.accounts import mails
from community.domain.accounts.schemas import AccountEmail, PendingEmailChange
from community.domain.identity import LinkPurpose
from community.domain.jobs import outbox
from community.i18n import gettext as _
from community.models import EmailChange, User

LIFETIME = timedelta(hours=24)

KIND = "email_change"
SEND_JOB = "send_email_change"

PURPOSES = (
    LinkPurpose.EMAIL_CHANGE_OLD,
    LinkPurpose.EMAIL_CHANGE_NEW,
    LinkPurpose.EMAIL_CHANGE_STOP,
)
# What happened after a click. `old` and `new` are the address that must still confirm the change.
Outcome = Literal["changed", "old", "new", "stopped"]


async def get_email(session: AsyncSession, actor: Actor) -> AccountEmail:
    identity.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id)
    row = await find_change(session, user.id)
    return AccountEmail(
        email=user.email,
        is_verified=user.email_verified_at is not None,
        is_undeliverable=user.email_undeliverable_at is not None,
        pending=None if row is None else to_view(row),
    )


async def request_change(session: AsyncSession, actor: Actor, *, email: str) -> PendingEmailChange:
    """Ask both addresses to confirm a new email. It replaces a change that was requested before.

    Raises:
        Invalid: The email is not valid, or it is the one that the account has.
        TooManyRequests: The new address got several mails within an hour.
    """
    identity.ensure_session_authentication(actor)
    cleaned = identity.clean_email(email)
    identity.ensure_recently_confirmed(actor)
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    if cleaned == user.email:
        raise errors.Invalid.for_field("email", _("This is already your email."))
    await _ensure_may_send(session, cleaned)
    await delete_change(session, user.id)
    row = EmailChange(
        id=_generate_id(),
        user_id=user.id,
        email=cleaned,
        is_old_required=user.email_verified_at is not None,
        expires_at=clock.now() + LIFETIME,
    )
    session.add(row)
    await session.flush()
    outbox.enqueue(session, SEND_JOB, change_id=row.id)
    return to_view(row)


async def resend(session: AsyncSession, actor: Actor) -> PendingEmailChange:
    """Send new links to the addresses that have not confirmed the change.

    Raise `TooManyRequests` if the new address got several mails within an hour.
    """
    identity.ensure_session_authentication(actor)
    row = await find_change(session, actor.id)
    if row is None:
        raise errors.NotFound(_("There is no change of your email."))
    await _ensure_may_send(session, row.email)
    outbox.enqueue(session, SEND_JOB, change_id=row.id)
    return to_view(row)


async def cancel(session: AsyncSession, actor: Actor) -> None:
    """Cancel the change, if there is one. Its links no longer work."""
    identity.ensure_session_authentication(actor)
    await delete_change(session, actor.id)


async def delete_change(session: AsyncSession, user_id: int) -> None:
    await session.execute(delete(EmailChange).where(col(EmailChange.user_id) == user_id))


async def purge_expired_changes(session: AsyncSession) -> None:
    await session.execute(delete(EmailChange).where(col(EmailChange.expires_at) <= clock.now()))


def _generate_id() -> int:
    """Return a random id. SQLite reuses the ids of deleted rows, and links contain the id."""
    return secrets.randbits(62) + 1


async def _ensure_may_send(session: AsyncSession, email: str) -> None:
    message = _("We've sent several emails to this address. Try again in an hour.")
    await identity.mails.ensure_may_send(session, KIND, email, message)


async def open_change(
    session: AsyncSession, token: str, *, for_update: bool = False
) -> tuple[LinkPurpose, identity.OpenedLink, EmailChange]:
    purpose = next(
        (purpose for purpose in PURPOSES if signed_tokens.read_token(purpose, token)), None
    )
    if purpose is None:
        raise identity.mail_links.make_invalid_link_error()
    link = await identity.mail_links.open_link(session, purpose, token, for_update=for_update)
    row = await session.get(EmailChange, link.object_id, populate_existing=for_update)
    if row is None or row.user_id != link.user.id or row.expires_at <= clock.now():
        raise identity.mail_links.make_invalid_link_error()
    return purpose, link, row


async def follow_link(session: AsyncSession, *, token: str) -> Outcome:
    """Confirm or stop a change. After both addresses have confirmed it, change the email."""
    purpose, link, row = await open_change(session, token, for_update=True)
    await identity.mail_links.use_link(session, link)
    if purpose == LinkPurpose.EMAIL_CHANGE_STOP:
        await session.delete(row)
        return "stopped"
    if purpose == LinkPurpose.EMAIL_CHANGE_OLD:
        row.old_confirmed_at = clock.now()
    else:
        row.new_confirmed_at = clock.now()
    if row.new_confirmed_at is None:
        return "new"
    if row.is_old_required and row.old_confirmed_at is None:
        return "old"
    await _apply(session, link.user, row)
    return "changed"


async def _apply(session: AsyncSession, user: User, row: EmailChange) -> None:
    if await identity.is_email_taken(session, row.email, except_user_id=user.id):
        raise _make_taken_error()
    old_email, was_verified = user.email, user.email_verified_at is not None
    try:
        async with session.begin_nested():
            user.email, user.email_verified_at = row.email, clock.now()
            user.email_undeliverable_at = None
    except IntegrityError as error:
        raise _make_taken_error() from error
    await session.delete(row)
    events.record(session, identity.EmailChanged(user.id))
    await audit.record(
        session,
        identity.build_actor(user),
        "user.email_changed",
        target_kind="user",
        target_id=user.id,
        target_name=user.slug,
        before={"email": old_email, "email_verified": was_verified},
        after={"email": user.email, "email_verified": True},
    )
    await send_changed(session, user, old_email=old_email)


def _make_taken_error() -> errors.Invalid:
    return errors.Invalid.for_field("token", _("Another account uses this email."))


async def send_mails(session: AsyncSession, change_id: int) -> None:
    """Send links to the addresses that have not confirmed the change.

    The job does nothing if the change was replaced or cancelled. If another account has the new
    email, its owner learns that someone entered it, and gets no link.
    """
    row = await session.get(EmailChange, change_id)
    if row is None or row.expires_at <= clock.now():
        return
    user = await session.get_one(User, row.user_id)
    if row.is_old_required and row.old_confirmed_at is None:
        await identity.mails.send_to(session, KIND, user.email, _build_mail_to_old(user, row))
    if row.new_confirmed_at is None:
        is_taken = await identity.is_email_taken(session, row.email, except_user_id=user.id)
        message = mails.build_email_taken() if is_taken else _build_mail_to_new(user, row)
        await identity.mails.send_to(session, KIND, row.email, message)


async def send_changed(session: AsyncSession, user: User, *, old_email: str) -> None:
    """Tell both addresses that the email of the account was changed."""
    for recipient in (old_email, user.email):
        message = mails.build_email_changed(user.name, user.email)
        await identity.mails.send_to(session, "email_changed", recipient, message)


def _build_mail_to_old(user: User, row: EmailChange) -> mail.Message:
    return mails.build_confirmation_by_old(
        user.name,
        row.email,
        url=_build_url(LinkPurpose.EMAIL_CHANGE_OLD, user, row),
        stop_url=_build_url(LinkPurpose.EMAIL_CHANGE_STOP, user, row),
    )


def _build_mail_to_new(user: User, row: EmailChange) -> mail.Message:
    return mails.build_confirmation_by_new(
        user.name, url=_build_url(LinkPurpose.EMAIL_CHANGE_NEW, user, row)
    )


def _build_url(purpose: LinkPurpose, user: User, row: EmailChange) -> str:
    lifetime = row.expires_at - clock.now()
    link = identity.mail_links.build_link(purpose, user, lifetime=lifetime, object_id=row.id)
    return urls.mail_link(urls.EMAIL_CHANGE_PAGE, link.token)


async def find_change(session: AsyncSession, user_id: int) -> EmailChange | None:
    row: EmailChange | None = await session.scalar(
        select(EmailChange).where(
            col(EmailChange.user_id) == user_id, col(EmailChange.expires_at) > clock.now()
        )
    )
    return row


def to_view(row: EmailChange) -> PendingEmailChange:
    return PendingEmailChange(
        email=row.email,
        is_old_required=row.is_old_required,
        is_old_confirmed=row.old_confirmed_at is not None,
        is_new_confirmed=row.new_confirmed_at is not None,
        expires_at=row.expires_at,
    )
