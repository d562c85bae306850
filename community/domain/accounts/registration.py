"""Functions that register accounts.

On sites that require a confirmed email, a link in a mail creates the account.
`request_registration` does the same whether or not an account has the email. A job looks for the
account, and sends the owner of the email either the link or a notice. So neither the answer nor the
time that it takes reveals whether an account exists.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import delete, exists
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.core import clock, events, signed_tokens
from community.core.actor import ALL_SECTIONS
from community.core.db.statements import acquire_advisory_lock
from community.core.errors import Conflict, Invalid, PermissionDenied
from community.core.text.skeletons import build_name_skeleton
from community.domain import identity, people, site
from community.domain.accounts import invitations, mails
from community.domain.accounts.events import AccountRegistered, AdminSectionsChanged
from community.domain.jobs import outbox
from community.i18n import gettext as _
from community.models import PendingRegistration, User
from community.models.people import lower_email

REGISTRATION_JOB = "send_registration_mail"
PENDING_LIFETIME = timedelta(hours=24)
_LINK_AUDIENCE = "registration"


@dataclass(frozen=True, slots=True)
class RegistrationData:
    """Validated values from the registration form."""

    name: str
    email: str
    # None for a user who signs in with a service, such as GitHub
    password_hash: identity.HashedPassword | None
    slug: str | None  # the chosen username, or None
    invitation_hash: str = ""  # the hash of the token of an invitation, or ""
    # When the user asked for the account, if they had to confirm their email first
    requested_at: datetime | None = None


async def validate_registration(
    *, name: str, email: str, password: str, slug: str | None = None, invitation: str = ""
) -> RegistrationData:
    """Validate the values from the registration form and hash the password.

    Call this outside a database transaction, because hashing is slow.

    Args:
        slug: The chosen username. If it is None, `register` derives a username from the name.
    """
    errors: dict[str, list[str]] = {}
    cleaned_name = _call_and_collect_errors(errors, lambda: identity.clean_name(name))
    cleaned_email = _call_and_collect_errors(errors, lambda: identity.clean_email(email))
    cleaned_slug = _call_and_collect_errors(errors, lambda: people.clean_slug(slug)) if slug else ""
    attributes = (name.strip(), email.strip(), email.partition("@")[0].strip(), slug or name)
    _call_and_collect_errors(
        errors, lambda: identity.clean_password(password, user_attributes=attributes)
    )
    if errors:
        raise Invalid(next(iter(errors.values()))[0], field_errors=errors)
    password_hash = await identity.hash_password(password, user_attributes=attributes)
    return RegistrationData(
        cleaned_name,
        cleaned_email,
        password_hash,
        cleaned_slug or None,
        invitations.hash_token(invitation),
    )


async def register(session: AsyncSession, registration: RegistrationData) -> User:
    """Create an account. The first account on a new site becomes a full administrator.

    Raises:
        Conflict: The email or the chosen username is taken.
        Invalid: The name looks like a protected one, or the settings do not allow a word in it.
        PermissionDenied: Administrators have closed the registration (`registration_closed`), or
            it needs an invitation (`invitation_required`, `invitation_invalid`). The first account
            can always be created.
    """
    is_first = await is_first_user(session)
    # Before the email is checked, so that only invited people learn which emails have an account.
    invitation_id = None if is_first else await _use_invitation(session, registration)
    if await identity.is_email_taken(session, registration.email):
        raise _make_email_taken_error()
    if not is_first and registration.requested_at is None:  # Otherwise checked at the request.
        await people.ensure_name_is_free(session, registration.name)
        await people.ensure_registration_allowed(
            session, name=registration.name, slug=registration.slug
        )
    user = await _insert_user(session, registration)
    if is_first:
        user.admin_since, user.admin_sections = user.created_at, [ALL_SECTIONS]
        await session.flush()
        events.record(session, AdminSectionsChanged(user.id))
    if invitation_id is not None:
        await invitations.record_use(session, invitation_id=invitation_id, user_id=user.id)
    events.record(session, AccountRegistered(user.id))
    return user


async def ensure_may_register(session: AsyncSession, registration: RegistrationData) -> bool:
    """Check that a user can register. Return whether the invitation of the user is needed.

    While everyone can register, invitations are not needed and keep their places. Raise
    `PermissionDenied` if administrators have closed the registration, or the user has no invitation
    that can be used.
    """
    auth = await site.get_settings_section(session, site.AuthSettings)
    if auth.registration == "closed":
        raise PermissionDenied(_("Registration is closed."), code="registration_closed")
    if auth.registration == "invitation":
        await invitations.find_usable(
            session,
            token_hash=registration.invitation_hash,
            email=registration.email,
            at=registration.requested_at,
        )
    return auth.registration == "invitation"


async def _use_invitation(session: AsyncSession, registration: RegistrationData) -> int | None:
    if not await ensure_may_register(session, registration):
        return None
    return await invitations.redeem(
        session,
        token_hash=registration.invitation_hash,
        email=registration.email,
        at=registration.requested_at,
    )


async def _insert_user(session: AsyncSession, registration: RegistrationData) -> User:
    """Insert a `User` row. If the user chose no slug, derive a free slug from the name."""
    chosen = None if registration.slug is None else [registration.slug]
    for slug in chosen or people.list_slug_candidates(registration.name):
        with suppress(Conflict, IntegrityError):
            await people.claim_slug(session, slug)
            async with session.begin_nested():
                user = User(
                    slug=slug,
                    name=registration.name,
                    name_skeleton=build_name_skeleton(registration.name),
                    email=registration.email,
                    password_hash=registration.password_hash,
                )
                session.add(user)
            return user
        if await identity.is_email_taken(session, registration.email):
            raise _make_email_taken_error()  # A concurrent registration took it.
    raise people.make_slug_taken_error()


async def is_first_user(session: AsyncSession) -> bool:
    """Return whether the site has no users yet.

    If so, concurrent registrations wait until the end of the transaction, so that only one user
    becomes the administrator.
    """
    has_users = select(exists(select(User.id)))
    if await session.scalar(has_users):
        return False
    await acquire_advisory_lock(session, "first_user")
    return not await session.scalar(has_users)


def _make_email_taken_error() -> Conflict:
    message = _("An account with this email already exists. Sign in instead.")
    return Conflict(message, field_errors={"email": [message]})


def _call_and_collect_errors(errors: dict[str, list[str]], clean_value: Callable[[], str]) -> str:
    try:
        return clean_value()
    except Invalid as error:
        errors.update(error.field_errors)
        return ""


async def is_confirmation_required(session: AsyncSession) -> bool:
    """Return whether a new account is created only after the email is confirmed.

    The first user of a site configures the mail server, so they need no mail.
    """
    auth = await site.get_settings_section(session, site.AuthSettings)
    return auth.require_verified_email and not await is_first_user(session)


async def request_registration(
    session: AsyncSession,
    data: RegistrationData,
    *,
    new_identity: identity.providers.NewIdentity | None = None,
) -> None:
    """Store a registration until the email is confirmed.

    Args:
        new_identity: The identity with which the user signs in, if they have no password.

    Raises:
        Invalid: The name looks like a protected one, or the settings do not allow a word in it.
        PermissionDenied: As `ensure_may_register`. The place of an invitation is used
            only when the email is confirmed.
    """
    await ensure_may_register(session, data)
    await people.ensure_name_is_free(session, data.name)
    await people.ensure_registration_allowed(session, name=data.name, slug=data.slug)
    row = PendingRegistration(
        name=data.name,
        email=data.email,
        slug=data.slug or "",
        password_hash=data.password_hash or "",
        identity_provider=new_identity.provider if new_identity else "",
        identity_subject=new_identity.subject if new_identity else "",
        identity_email=new_identity.email if new_identity else "",
        identity_name=new_identity.name if new_identity else "",
        invitation_hash=data.invitation_hash,
        expires_at=clock.now() + PENDING_LIFETIME,
    )
    session.add(row)
    await session.flush()
    outbox.enqueue(session, REGISTRATION_JOB, registration_id=row.id)


async def send_registration_mail(session: AsyncSession, registration_id: int) -> None:
    """Send the link that creates the account, or a notice if the email belongs to an account."""
    row = await session.get(PendingRegistration, registration_id)
    if row is None:
        return
    user = await session.scalar(select(User).where(lower_email == row.email.lower()))
    if user is None:
        if await identity.mails.may_send(session, "registration", row.email):
            await _send_link(session, row)
        return
    await session.delete(row)
    if user.deleted_at is None and await identity.mails.may_send(
        session, "registration_attempt", row.email
    ):
        message = mails.build_registration_attempt(user.name)
        await identity.mails.send(session, "registration_attempt", user, message)


async def find_pending_registration(
    session: AsyncSession, token: str, *, for_update: bool = False
) -> PendingRegistration | None:
    """Return the registration of a link, or None if it is a link of another purpose.

    Raise `Invalid` if the registration was confirmed or has expired.
    """
    claims = signed_tokens.read_token(_LINK_AUDIENCE, token)
    if claims is None:
        return None
    row = await session.get(
        PendingRegistration, int(claims["sub"]), with_for_update=True if for_update else None
    )
    if row is None or row.expires_at <= clock.now():
        raise identity.mail_links.make_invalid_link_error()
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
            user = await register(session, data)
    except Conflict as error:
        if "email" in error.field_errors:
            raise identity.mail_links.make_invalid_link_error() from error
        derived = replace(data, slug=None)
        user = await register(session, derived)
    user.email_verified_at = clock.now()
    if row.identity_provider:
        await _add_pending_identity(session, user, row)
    is_same_email = func.lower(PendingRegistration.email) == row.email.lower()
    await session.execute(delete(PendingRegistration).where(is_same_email))
    return user


async def find_registration_problem(session: AsyncSession, row: PendingRegistration) -> str:
    """Return why the account can no longer be created, or ""."""
    try:
        await ensure_may_register(session, _restore_data(row))
    except PermissionDenied as error:
        return error.message
    return ""


async def _add_pending_identity(
    session: AsyncSession, user: User, row: PendingRegistration
) -> None:
    new_identity = identity.providers.NewIdentity(
        row.identity_provider, row.identity_subject, row.identity_email, row.identity_name
    )
    try:
        await identity.providers.add_identity(session, user, new_identity)
    except Conflict as error:  # It was connected to another account meanwhile.
        raise identity.mail_links.make_invalid_link_error() from error


async def purge_pending_registrations(session: AsyncSession) -> None:
    expired = col(PendingRegistration.expires_at) <= clock.now()
    await session.execute(delete(PendingRegistration).where(expired))


def _restore_data(row: PendingRegistration) -> RegistrationData:
    return RegistrationData(
        row.name,
        row.email,
        identity.HashedPassword(row.password_hash) if row.password_hash else None,
        row.slug or None,
        row.invitation_hash,
        requested_at=row.expires_at - PENDING_LIFETIME,
    )


async def _send_link(session: AsyncSession, row: PendingRegistration) -> None:
    token = signed_tokens.build_token(_LINK_AUDIENCE, expires_at=row.expires_at, sub=str(row.id))
    url = urls.mail_link(urls.VERIFICATION_PAGE, token)
    message = mails.build_registration(row.name, url)
    await identity.mails.send_to(session, "registration", row.email, message)
