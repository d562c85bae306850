"""The links with which both addresses confirm a change, and with which the old one stops it."""

from typing import Literal

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.errors import Invalid
from community.core.signed_tokens import read_token
from community.domain import audit
from community.domain.accounts.authentication import build_actor
from community.domain.accounts.email_changes.mails import send_changed
from community.domain.accounts.emails import is_email_taken
from community.domain.accounts.events import EmailChanged
from community.domain.accounts.mail_links import (
    LinkPurpose,
    OpenedLink,
    make_invalid_link_error,
    open_link,
    use_link,
)
from community.i18n import gettext as _
from community.models import EmailChange, User

PURPOSES = (
    LinkPurpose.EMAIL_CHANGE_OLD,
    LinkPurpose.EMAIL_CHANGE_NEW,
    LinkPurpose.EMAIL_CHANGE_STOP,
)
# What happened after a click. `old` and `new` are the address that must still confirm the change.
Outcome = Literal["changed", "old", "new", "stopped"]


async def open_change(
    session: AsyncSession, token: str, *, for_update: bool = False
) -> tuple[LinkPurpose, OpenedLink, EmailChange]:
    """Return what a link is for, and the change.

    Raises:
        Invalid: The token is not valid, has expired or was used, or the change was cancelled.
    """
    purpose = next((purpose for purpose in PURPOSES if read_token(purpose, token)), None)
    if purpose is None:
        raise make_invalid_link_error()
    link = await open_link(session, purpose, token, for_update=for_update)
    row = await session.get(EmailChange, link.object_id, populate_existing=for_update)
    if row is None or row.user_id != link.user.id or row.expires_at <= clock.now():
        raise make_invalid_link_error()
    return purpose, link, row


async def follow_link(session: AsyncSession, *, token: str) -> Outcome:
    """Confirm or stop a change. After both addresses have confirmed it, change the email.

    Raises:
        Invalid: The token is not valid, has expired or was used, or the change was cancelled, or
            another account got the email meanwhile.
    """
    purpose, link, row = await open_change(session, token, for_update=True)
    await use_link(session, link)
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
    if await is_email_taken(session, row.email, except_user_id=user.id):
        raise _make_taken_error()
    old_email, was_verified = user.email, user.email_verified_at is not None
    try:
        async with session.begin_nested():
            user.email, user.email_verified_at = row.email, clock.now()
            user.email_undeliverable_at = None
    except IntegrityError as error:
        raise _make_taken_error() from error
    await session.delete(row)
    events.record(session, EmailChanged(user.id))
    await audit.record(
        session,
        build_actor(user),
        "user.email_changed",
        target_kind="user",
        target_id=user.id,
        target_name=user.slug,
        before={"email": old_email, "email_verified": was_verified},
        after={"email": user.email, "email_verified": True},
    )
    await send_changed(session, user, old_email=old_email)


def _make_taken_error() -> Invalid:
    return Invalid.for_field("token", _("Another account uses this email."))
