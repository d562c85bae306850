"""Joining the site."""

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
from community.domain.accounts import names, passwords, policies
from community.domain.accounts.events import AccountRegistered, AdministratorAppointed
from community.models import FormerSlug, User
from community.models.accounts import lower_email, lower_slug

# Any number that nothing else locks: "commu" in ASCII.
_FOUNDING = 0x636F6D6D75
# Namesakes are counted up to here, then told apart by a random number.
_COUNTED = 10
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Application:
    """What somebody who wants to join has told, checked, with the password already hashed."""

    name: str
    email: str
    password: passwords.Hashed
    slug: str | None


async def apply(*, name: str, email: str, password: str, slug: str | None = None) -> Application:
    """Check what a form says, before any transaction: hashing takes long.

    Args:
        slug: the address of the profile; made of the name when it is not given.

    Raises:
        Invalid: with a sentence for each field that is wrong, all at once.
    """
    wrong: dict[str, list[str]] = {}
    kept_name = _collect(wrong, lambda: names.checked_name(name))
    kept_email = _collect(wrong, lambda: names.checked_email(email))
    kept_slug = _collect(wrong, lambda: names.checked_slug(slug)) if slug else ""
    personal = (name.strip(), email.strip(), email.partition("@")[0].strip(), slug or name)
    _collect(wrong, lambda: passwords.checked_password(password, personal=personal))
    if wrong:
        raise Invalid(next(iter(wrong.values()))[0], fields=wrong)
    hashed = await passwords.hash_password(password, personal=personal)
    return Application(kept_name, kept_email, hashed, kept_slug or None)


async def register(session: AsyncSession, application: Application) -> User:
    """Make the account. The first one of an empty site becomes its administrator.

    Raises:
        Conflict: the e-mail or the chosen address belongs to somebody.
    """
    if await _is_email_taken(session, application.email):
        raise _email_taken()
    is_founder = await _is_first(session)
    user = await _insert(session, application)
    if is_founder:
        user.admin_since = user.created_at
        await session.flush()
        events.record(session, AdministratorAppointed(user.id))
    events.record(session, AccountRegistered(user.id))
    return user


async def claim_slug(session: AsyncSession, slug: str, *, user_id: int | None = None) -> None:
    """Make sure that somebody may have this address, and end what led from it to its former owner.

    Raises:
        Conflict: it is somebody's, or was until not long ago.
    """
    owner = await session.scalar(select(User.id).where(lower_slug == slug))
    former = await session.get(FormerSlug, ("user", slug))
    is_kept = (
        former is not None
        and former.target_id != user_id
        and former.created_at > clock.now() - policies.FORMER_SLUG_TERM
    )
    if is_kept or (owner is not None and owner != user_id):
        raise slug_taken()
    await session.execute(
        delete(FormerSlug).where(col(FormerSlug.kind) == "user", col(FormerSlug.slug) == slug)
    )


def slug_taken() -> Conflict:
    """The refusal of an address that is somebody's."""
    sentence = "This address is taken. Choose another one."
    return Conflict(sentence, fields={"slug": [sentence]})


async def _insert(session: AsyncSession, application: Application) -> User:
    """The row, under the chosen address or the first of the derived ones that is free."""
    for slug in _wanted_slugs(application):
        with suppress(Conflict, IntegrityError):
            await claim_slug(session, slug)
            async with session.begin_nested():
                user = User(
                    slug=slug,
                    name=application.name,
                    email=application.email,
                    password_hash=application.password,
                )
                session.add(user)
            return user
        if await _is_email_taken(session, application.email):
            raise _email_taken()  # by somebody who was faster by a moment
    raise slug_taken()


def _wanted_slugs(application: Application) -> Iterator[str]:
    if application.slug is not None:
        return iter([application.slug])
    numbers = chain(range(2, _COUNTED), iter(lambda: secrets.randbelow(900_000) + 100_000, None))
    return islice(names.slugs_for(application.name, iter(numbers)), _TRIES)


async def _is_first(session: AsyncSession) -> bool:
    """Whether nobody is here yet; on an empty site newcomers wait for each other."""
    anybody = select(exists(select(User.id)))
    if await session.scalar(anybody):
        return False
    if session.get_bind().dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        await session.execute(select(func.pg_advisory_xact_lock(_FOUNDING)))
    return not await session.scalar(anybody)


async def _is_email_taken(session: AsyncSession, email: str) -> bool:
    return bool(await session.scalar(select(exists().where(lower_email == email.lower()))))


def _email_taken() -> Conflict:
    sentence = "There is an account with this e-mail. Sign in instead."
    return Conflict(sentence, fields={"email": [sentence]})


def _collect(wrong: dict[str, list[str]], check: Callable[[], str]) -> str:
    try:
        return check()
    except Invalid as refusal:
        wrong.update(refusal.fields)
        return ""
