"""Registration of accounts, and checks that a username is available."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from sqlalchemy import delete, exists, func
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.errors import Conflict, Invalid
from community.domain.accounts import passwords, policies, validation
from community.domain.accounts.events import AccountRegistered, AdminGranted
from community.i18n import gettext as _
from community.models import FormerSlug, User
from community.models.accounts import lower_email, lower_slug

# Key of a PostgreSQL advisory lock. The number is arbitrary ("commu" in ASCII), but no other lock
# may use it.
_FIRST_USER_LOCK_KEY = 0x636F6D6D75
# If a username that is derived from a name is taken, a number is appended: first 2, 3 and so on
# below this number, then random numbers.
_CONSECUTIVE_SUFFIXES_END = 10
_MAX_SLUG_ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class RegistrationData:
    """Validated values from the registration form. `slug` is None if the user did not set one."""

    name: str
    email: str
    password_hash: passwords.HashedPassword
    slug: str | None


async def validate_registration(
    *, name: str, email: str, password: str, slug: str | None = None
) -> RegistrationData:
    """Validate the values from the registration form and hash the password.

    Call this outside a database transaction, because hashing is slow.

    Args:
        slug: The chosen username. If it is None, `register` derives a username from the name.

    Raises:
        Invalid: At least one value is invalid. `field_errors` contains the errors for all fields.
    """
    errors: dict[str, list[str]] = {}
    cleaned_name = _clean_or_collect_errors(errors, lambda: validation.clean_name(name))
    cleaned_email = _clean_or_collect_errors(errors, lambda: validation.clean_email(email))
    cleaned_slug = (
        _clean_or_collect_errors(errors, lambda: validation.clean_slug(slug)) if slug else ""
    )
    attributes = (name.strip(), email.strip(), email.partition("@")[0].strip(), slug or name)
    _clean_or_collect_errors(
        errors, lambda: passwords.clean_password(password, user_attributes=attributes)
    )
    if errors:
        raise Invalid(next(iter(errors.values()))[0], field_errors=errors)
    password_hash = await passwords.hash_password(password, user_attributes=attributes)
    return RegistrationData(cleaned_name, cleaned_email, password_hash, cleaned_slug or None)


async def register(session: AsyncSession, data: RegistrationData) -> User:
    """Create an account. The first account on a new site becomes an administrator.

    Raises:
        Conflict: The email or the chosen username is taken.
    """
    if await _is_email_taken(session, data.email):
        raise _email_taken_error()
    is_first = await _is_first_user(session)
    user = await _insert_user(session, data)
    if is_first:
        user.admin_since = user.created_at
        await session.flush()
        events.record(session, AdminGranted(user.id))
    events.record(session, AccountRegistered(user.id))
    return user


async def reserve_slug(session: AsyncSession, slug: str, *, user_id: int | None = None) -> None:
    """Check that `slug` is available, and delete any redirect from it to its former owner.

    Args:
        user_id: The user who wants the slug, or None for a new account. Their own current and
            former slugs are available to them.

    Raises:
        Conflict: Another user has the slug, or gave it up less than `FORMER_SLUG_RESERVATION` ago.
    """
    owner_id = await session.scalar(select(User.id).where(lower_slug == slug))
    former = await session.get(FormerSlug, ("user", slug))
    is_reserved = (
        former is not None
        and former.target_id != user_id
        and former.created_at > clock.now() - policies.FORMER_SLUG_RESERVATION
    )
    if is_reserved or (owner_id is not None and owner_id != user_id):
        raise slug_taken_error()
    await session.execute(
        delete(FormerSlug).where(col(FormerSlug.kind) == "user", col(FormerSlug.slug) == slug)
    )


def slug_taken_error() -> Conflict:
    message = _("This username is taken. Choose another one.")
    return Conflict(message, field_errors={"slug": [message]})


async def _insert_user(session: AsyncSession, data: RegistrationData) -> User:
    """Insert the user with the chosen slug or, if there is none, with a free slug from the name.

    Raises:
        Conflict: The email or the chosen slug is taken, or no free slug was found.
    """
    for slug in _list_slug_candidates(data):
        with suppress(Conflict, IntegrityError):
            await reserve_slug(session, slug)
            async with session.begin_nested():
                user = User(
                    slug=slug,
                    name=data.name,
                    email=data.email,
                    password_hash=data.password_hash,
                )
                session.add(user)
            return user
        if await _is_email_taken(session, data.email):
            raise _email_taken_error()  # A concurrent registration took it.
    raise slug_taken_error()


def _list_slug_candidates(data: RegistrationData) -> Iterator[str]:
    if data.slug is not None:
        return iter([data.slug])
    suffixes = chain(
        range(2, _CONSECUTIVE_SUFFIXES_END),
        iter(lambda: secrets.randbelow(900_000) + 100_000, None),
    )
    candidates = validation.generate_slug_candidates(data.name, iter(suffixes))
    return islice(candidates, _MAX_SLUG_ATTEMPTS)


async def _is_first_user(session: AsyncSession) -> bool:
    """Return whether the site has no users yet.

    If it has none, take a lock until the end of the transaction. Concurrent registrations wait for
    it, so that only one of them becomes the administrator.
    """
    has_users = select(exists(select(User.id)))
    if await session.scalar(has_users):
        return False
    if session.get_bind().dialect.name == "postgresql":  # SQLite allows one writer.
        await session.execute(select(func.pg_advisory_xact_lock(_FIRST_USER_LOCK_KEY)))
    return not await session.scalar(has_users)


async def _is_email_taken(session: AsyncSession, email: str) -> bool:
    return bool(await session.scalar(select(exists().where(lower_email == email.lower()))))


def _email_taken_error() -> Conflict:
    message = _("An account with this email already exists. Sign in instead.")
    return Conflict(message, field_errors={"email": [message]})


def _clean_or_collect_errors(errors: dict[str, list[str]], clean: Callable[[], str]) -> str:
    try:
        return clean()
    except Invalid as error:
        errors.update(error.field_errors)
        return ""
