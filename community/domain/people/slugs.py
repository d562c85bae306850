"""Usernames, and former slugs of users and communities, which redirect to the current slug."""

import secrets
from collections.abc import Iterator
from itertools import chain, islice
from typing import Literal

from sqlalchemy import ColumnElement, delete, exists, or_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, errors
from community.core.text.skeletons import build_skeleton
from community.core.text.slugs import slugify
from community.domain import identity
from community.domain.people.policies import FORMER_SLUG_RESERVATION
from community.i18n import gettext as _
from community.models import FormerSlug, User
from community.models.people import former_slug_skeleton, slug_skeleton

OwnerKind = Literal["user", "community"]

# If a username that is derived from a name is taken, a number is appended: first 2, 3 and so on
# below this number, then random numbers.
_CONSECUTIVE_SUFFIXES_END = 10
_MAX_SLUG_ATTEMPTS = 20

_DEFAULT_SLUG = "reader"


_RESERVED_SKELETONS = frozenset(map(build_skeleton, urls.RESERVED_SLUGS))


async def find_current_slug(session: AsyncSession, former_slug: str) -> str | None:
    """Return the current username of the user who had the username `former_slug`, or None."""
    if not identity.is_slug(former_slug):
        return None
    return await session.scalar(
        select(User.slug)
        .join(FormerSlug, col(FormerSlug.target_id) == col(User.id))
        .where(
            col(FormerSlug.kind) == "user",
            col(FormerSlug.slug) == former_slug.lower(),
            identity.is_active,
        )
    )


def clean_slug(slug: str) -> str:
    """Validate a username and return it in lower case.

    A username needs a letter, because users could mistake a number for an id.
    """
    cleaned = slug.strip()
    if not identity.is_slug(cleaned):
        message = _(
            "Use {least} to {most} Latin letters, digits, hyphens or underscores, "
            "including at least one letter.",
            least=identity.SLUG_MIN_LENGTH,
            most=identity.SLUG_MAX_LENGTH,
        )
        raise errors.Invalid.for_field("slug", message)
    if build_skeleton(cleaned) in _RESERVED_SKELETONS:
        raise errors.Invalid.for_field("slug", _("This username is taken. Choose another one."))
    return cleaned.lower()


async def claim_slug(session: AsyncSession, slug: str, *, user_id: int | None = None) -> None:
    """Check that a user can take the username `slug`, and delete the redirect from this username.

    Users can always take their own current and former slugs. `user_id` is None for a new account.
    Raise `Conflict` if another user has the slug or one that looks like it, or recently gave it up.
    """
    is_similar = exists(col(User.id)).where(
        slug_skeleton == build_skeleton(slug), col(User.id) != (user_id or 0)
    )
    is_taken = await session.scalar(select(is_similar))
    if is_taken or not await claim_former_slug(session, "user", slug, owner_id=user_id):
        raise make_slug_taken_error()


async def change_slug(session: AsyncSession, user: User, slug: str) -> None:
    """Give a user another username. The former one redirects to it.

    Raise `Conflict` if the username is taken.
    """
    if slug == user.slug:
        return
    await claim_slug(session, slug, user_id=user.id)
    await reserve_former_slug(session, "user", user.slug, owner_id=user.id)
    try:
        async with session.begin_nested():
            user.slug = slug
    except IntegrityError as error:
        raise make_slug_taken_error() from error


async def suggest_slug(session: AsyncSession, name: str) -> str:
    """Return a free username that is derived from a name."""
    for slug in list_slug_candidates(name):
        is_taken = exists(col(User.id)).where(slug_skeleton == build_skeleton(slug))
        if not await session.scalar(select(or_(is_taken, is_former_slug("user", slug)))):
            return slug
    return ""


def list_slug_candidates(name: str) -> Iterator[str]:
    suffixes = chain(
        range(2, _CONSECUTIVE_SUFFIXES_END),
        iter(lambda: secrets.randbelow(900_000) + 100_000, None),
    )
    candidates = generate_slug_candidates(name, iter(suffixes))
    return islice(candidates, _MAX_SLUG_ATTEMPTS)


def generate_slug_candidates(name: str, suffixes: Iterator[int]) -> Iterator[str]:
    """Yield possible usernames for a display name, best first.

    The first username is derived only from the name, unless the result is invalid or reserved. Each
    further username ends with a number from `suffixes`.
    """
    best = slugify(name, max_length=identity.SLUG_MAX_LENGTH)
    if identity.is_slug(best) and build_skeleton(best) not in _RESERVED_SKELETONS:
        yield best
    stem = best if any(char.isalpha() for char in best) else _DEFAULT_SLUG
    for value in suffixes:
        suffix = f"-{value}"
        yield stem[: identity.SLUG_MAX_LENGTH - len(suffix)].rstrip("-") + suffix


def make_slug_taken_error() -> errors.Conflict:
    message = _("This username is taken. Choose another one.")
    return errors.Conflict(message, field_errors={"slug": [message]})


async def claim_former_slug(
    session: AsyncSession, kind: OwnerKind, slug: str, *, owner_id: int | None
) -> bool:
    """Delete the redirect from `slug`, so that a user or a community can take the slug.

    Args:
        owner_id: The user or community that wants the slug, or None for a new one. Owners can
            always take their own former slugs.

    Returns:
        False if another owner gave up the slug, or one that looks like it, less than
        `FORMER_SLUG_RESERVATION` ago.
    """
    if await session.scalar(select(is_former_slug(kind, slug, owner_id=owner_id))):
        return False
    await session.execute(
        delete(FormerSlug).where(col(FormerSlug.kind) == kind, col(FormerSlug.slug) == slug.lower())
    )
    return True


def is_former_slug(
    kind: OwnerKind, slug: str, *, owner_id: int | None = None
) -> ColumnElement[bool]:
    """Return the condition that another owner recently had the slug or one that looks like it."""
    return exists().where(
        col(FormerSlug.kind) == kind,
        former_slug_skeleton == build_skeleton(slug),
        col(FormerSlug.target_id) != (owner_id or 0),
        col(FormerSlug.created_at) > clock.now() - FORMER_SLUG_RESERVATION,
    )


async def reserve_former_slug(
    session: AsyncSession, kind: OwnerKind, slug: str, *, owner_id: int
) -> None:
    """Store the slug that a user or a community gives up. Its URL then redirects to the new one."""
    await session.merge(
        FormerSlug(kind=kind, slug=slug.lower(), target_id=owner_id, created_at=clock.now())
    )


async def move_former_slugs(session: AsyncSession, source: User, target: User) -> None:
    """Let the username and the former usernames of `source` redirect to `target`."""
    await session.execute(
        update(FormerSlug)
        .where(col(FormerSlug.kind) == "user", col(FormerSlug.target_id) == source.id)
        .values(target_id=target.id)
        .execution_options(synchronize_session=False)
    )
    await reserve_former_slug(session, "user", source.slug, owner_id=target.id)
    await session.execute(
        delete(FormerSlug).where(
            col(FormerSlug.kind) == "user", col(FormerSlug.slug) == target.slug.lower()
        )
    )
