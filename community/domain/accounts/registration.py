"""Functions that register accounts and check whether a username is available."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice

from sqlalchemy import exists, or_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import events
from community.core.actor import ALL_SECTIONS
from community.core.db.locks import acquire_advisory_lock
from community.core.errors import Conflict, Invalid, PermissionDenied
from community.core.text.slug_skeletons import build_skeleton
from community.domain import site
from community.domain.accounts import invitations, passwords, screening, validation
from community.domain.accounts.emails import is_email_taken
from community.domain.accounts.events import AccountRegistered, AdminSectionsChanged
from community.domain.accounts.former_slugs import claim_former_slug, is_former_slug
from community.domain.accounts.protected_names import ensure_name_is_free
from community.i18n import gettext as _
from community.models import User
from community.models.accounts import slug_skeleton

# If a username that is derived from a name is taken, a number is appended: first 2, 3 and so on
# below this number, then random numbers.
_CONSECUTIVE_SUFFIXES_END = 10
_MAX_SLUG_ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class RegistrationData:
    """Validated values from the registration form.

    Attributes:
        password_hash: None for a user who signs in with a service, such as GitHub.
        slug: The chosen username, or None.
        invitation_hash: The hash of the token of an invitation, or "".
        requested_at: When the user asked for the account, if they had to confirm their email first.
    """

    name: str
    email: str
    password_hash: passwords.HashedPassword | None
    slug: str | None
    invitation_hash: str = ""
    requested_at: datetime | None = None


async def validate_registration(
    *, name: str, email: str, password: str, slug: str | None = None, invitation: str = ""
) -> RegistrationData:
    """Validate the values from the registration form and hash the password.

    Call this outside a database transaction, because hashing is slow.

    Args:
        slug: The chosen username. If it is None, `register` derives a username from the name.
        invitation: The token of an invitation, which `register` checks. "" without one.

    Raises:
        Invalid: At least one value is invalid. `field_errors` lists each invalid field.
    """
    errors: dict[str, list[str]] = {}
    cleaned_name = _call_and_collect_errors(errors, lambda: validation.clean_name(name))
    cleaned_email = _call_and_collect_errors(errors, lambda: validation.clean_email(email))
    cleaned_slug = (
        _call_and_collect_errors(errors, lambda: validation.clean_slug(slug)) if slug else ""
    )
    attributes = (name.strip(), email.strip(), email.partition("@")[0].strip(), slug or name)
    _call_and_collect_errors(
        errors, lambda: passwords.clean_password(password, user_attributes=attributes)
    )
    if errors:
        raise Invalid(next(iter(errors.values()))[0], field_errors=errors)
    password_hash = await passwords.hash_password(password, user_attributes=attributes)
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
    if await is_email_taken(session, registration.email):
        raise _make_email_taken_error()
    if not is_first and registration.requested_at is None:  # Otherwise checked at the request.
        await ensure_name_is_free(session, registration.name)
        await screening.ensure_registration_allowed(
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

    While everyone can register, invitations are not needed and keep their places.

    Raises:
        PermissionDenied: Administrators have closed the registration, or the user has no
            invitation that can be used.
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


async def claim_slug(session: AsyncSession, slug: str, *, user_id: int | None = None) -> None:
    """Check that a user can take the username `slug`, and delete the redirect from this username.

    Users can always take their own current and former slugs. `user_id` is None for a new account.

    Raises:
        Conflict: Another user has the slug or one that looks like it, or recently gave it up.
    """
    is_similar = exists(col(User.id)).where(
        slug_skeleton == build_skeleton(slug), col(User.id) != (user_id or 0)
    )
    is_taken = await session.scalar(select(is_similar))
    if is_taken or not await claim_former_slug(session, "user", slug, owner_id=user_id):
        raise make_slug_taken_error()


async def suggest_slug(session: AsyncSession, name: str) -> str:
    """Return a free username that is derived from a name."""
    for slug in list_slug_candidates(name):
        is_taken = exists(col(User.id)).where(slug_skeleton == build_skeleton(slug))
        if not await session.scalar(select(or_(is_taken, is_former_slug("user", slug)))):
            return slug
    return ""


def make_slug_taken_error() -> Conflict:
    message = _("This username is taken. Choose another one.")
    return Conflict(message, field_errors={"slug": [message]})


async def _use_invitation(session: AsyncSession, registration: RegistrationData) -> int | None:
    """Use a place of the invitation, if one is needed, and return the id of the invitation."""
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
    for slug in chosen or list_slug_candidates(registration.name):
        with suppress(Conflict, IntegrityError):
            await claim_slug(session, slug)
            async with session.begin_nested():
                user = User(
                    slug=slug,
                    name=registration.name,
                    email=registration.email,
                    password_hash=registration.password_hash,
                )
                session.add(user)
            return user
        if await is_email_taken(session, registration.email):
            raise _make_email_taken_error()  # A concurrent registration took it.
    raise make_slug_taken_error()


def list_slug_candidates(name: str) -> Iterator[str]:
    suffixes = chain(
        range(2, _CONSECUTIVE_SUFFIXES_END),
        iter(lambda: secrets.randbelow(900_000) + 100_000, None),
    )
    candidates = validation.generate_slug_candidates(name, iter(suffixes))
    return islice(candidates, _MAX_SLUG_ATTEMPTS)


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
