"""Registrations on sites that require a confirmed email. A link in a mail creates the account.

`request_registration` does the same whether or not an account has the email. A job looks for the
account, and sends the owner of the email either the link or a notice. So neither the answer nor the
time that it takes reveals whether an account exists.
"""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import outbox, urls
from community.core import clock
from community.core.errors import Conflict, PermissionDenied
from community.core.signed_tokens import build_token, read_token
from community.domain import site
from community.domain.accounts import mails, registration, screening
from community.domain.accounts.identity_store import NewIdentity, add_identity
from community.domain.accounts.mail_links import make_invalid_link_error
from community.domain.accounts.passwords import HashedPassword
from community.domain.accounts.protected_names import ensure_name_is_free
from community.domain.accounts.registration import RegistrationData
from community.models import PendingRegistration, User
from community.models.accounts import lower_email

JOB = "send_registration_mail"
LIFETIME = timedelta(hours=24)
_AUDIENCE = "registration"


async def is_confirmation_required(session: AsyncSession) -> bool:
    """Return whether a new account is created only after the email is confirmed.

    The first user of a site configures the mail server, so they need no mail.
    """
    auth = await site.get_settings_section(session, site.AuthSettings)
    return auth.require_verified_email and not await registration.is_first_user(session)


async def request_registration(
    session: AsyncSession, data: RegistrationData, *, identity: NewIdentity | None = None
) -> None:
    """Store a registration until the email is confirmed.

    Args:
        identity: The identity with which the user signs in, for a registration without a password.

    Raises:
        Invalid: The name looks like a protected one, or the settings do not allow a word in it.
        PermissionDenied: As `registration.ensure_may_register`. The place of an invitation is used
            only when the email is confirmed.
    """
    await registration.ensure_may_register(session, data)
    await ensure_name_is_free(session, data.name)
    await screening.ensure_registration_allowed(session, name=data.name, slug=data.slug)
    row = PendingRegistration(
        name=data.name,
        email=data.email,
        slug=data.slug or "",
        password_hash=data.password_hash or "",
        identity_provider=identity.provider if identity else "",
        identity_subject=identity.subject if identity else "",
        identity_email=identity.email if identity else "",
        identity_name=identity.name if identity else "",
        invitation_hash=data.invitation_hash,
        expires_at=clock.now() + LIFETIME,
    )
    session.add(row)
    await session.flush()
    outbox.enqueue(session, JOB, registration_id=row.id)


async def send_registration_mail(session: AsyncSession, registration_id: int) -> None:
    """Send the link that creates the account, or a notice if the email belongs to an account."""
    row = await session.get(PendingRegistration, registration_id)
    if row is None:
        return
    user = await session.scalar(select(User).where(lower_email == row.email.lower()))
    if user is None:
        if await mails.may_send(session, "registration", row.email):
            await _send_link(session, row)
        return
    await session.delete(row)
    if user.deleted_at is None and await mails.may_send(session, "registration_attempt", row.email):
        message = mails.build_registration_attempt(user.name)
        await mails.send(session, "registration_attempt", user, message)


async def find_pending_registration(
    session: AsyncSession, token: str, *, for_update: bool = False
) -> PendingRegistration | None:
    """Return the registration of a link, or None if it is a link of another purpose.

    Raises:
        Invalid: The registration was confirmed or has expired.
    """
    claims = read_token(_AUDIENCE, token)
    if claims is None:
        return None
    row = await session.get(
        PendingRegistration, int(claims["sub"]), with_for_update=True if for_update else None
    )
    if row is None or row.expires_at <= clock.now():
        raise make_invalid_link_error()
    return row


async def confirm_registration(session: AsyncSession, *, token: str) -> User | None:
    """Create the account, with a confirmed email. Return None for a link of another purpose.

    If the chosen username was taken meanwhile, the account gets one that is derived from the name.

    Raises:
        Invalid: The link has expired or was used, or an account has the email meanwhile.
        PermissionDenied: Administrators have closed the registration, or the places of the
            invitation are used up. An invitation that has expired since the request is accepted.
    """
    row = await find_pending_registration(session, token, for_update=True)
    if row is None:
        return None
    data = _restore_data(row)
    try:
        async with session.begin_nested():  # frees the place of the invitation after an error
            user = await registration.register(session, data)
    except Conflict as error:
        if "email" in error.field_errors:
            raise make_invalid_link_error() from error
        derived = replace(data, slug=None)
        user = await registration.register(session, derived)
    user.email_verified_at = clock.now()
    if row.identity_provider:
        await _add_identity(session, user, row)
    is_same_email = func.lower(PendingRegistration.email) == row.email.lower()
    await session.execute(delete(PendingRegistration).where(is_same_email))
    return user


async def find_registration_problem(session: AsyncSession, row: PendingRegistration) -> str:
    """Return why the account can no longer be created, or ""."""
    try:
        await registration.ensure_may_register(session, _restore_data(row))
    except PermissionDenied as error:
        return error.message
    return ""


async def _add_identity(session: AsyncSession, user: User, row: PendingRegistration) -> None:
    identity = NewIdentity(
        row.identity_provider, row.identity_subject, row.identity_email, row.identity_name
    )
    try:
        await add_identity(session, user, identity)
    except Conflict as error:  # It was connected to another account meanwhile.
        raise make_invalid_link_error() from error


async def purge_pending_registrations(session: AsyncSession) -> None:
    """Delete the registrations that were not confirmed in time."""
    expired = col(PendingRegistration.expires_at) <= clock.now()
    await session.execute(delete(PendingRegistration).where(expired))


def _restore_data(row: PendingRegistration) -> RegistrationData:
    return RegistrationData(
        row.name,
        row.email,
        HashedPassword(row.password_hash) if row.password_hash else None,
        row.slug or None,
        row.invitation_hash,
        requested_at=row.expires_at - LIFETIME,
    )


async def _send_link(session: AsyncSession, row: PendingRegistration) -> None:
    token = build_token(_AUDIENCE, expires_at=row.expires_at, sub=str(row.id))
    url = urls.mail_link(urls.VERIFICATION_PAGE, token)
    message = mails.build_registration(row.name, url)
    await mails.send_to(session, "registration", row.email, message)
