"""Finding people."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import errors, ids
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.locks import HELD
from community.core.plain import plain_line
from community.domain.accounts.names import is_slug
from community.domain.accounts.schemas import Person
from community.models import FormerSlug, User
from community.models.accounts import lower_email, lower_slug

# The largest id that the database can hold: a longer number is nobody's.
_MAX_ID = 2**63 - 1
SUGGESTED = 6
_SLUG_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


async def get_user(session: AsyncSession, who: int | str) -> User:
    """Somebody by id or slug, one they had before too; digits alone are an id.

    Raises:
        NotFound: nobody, or an account that was deleted.
    """
    found = await find_user(session, who)
    if found is None and (slug := await find_moved(session, str(who))) is not None:
        found = await find_user(session, slug)
    if found is None:
        raise NotFound("There is nobody by that name.")
    return found


async def find_user(session: AsyncSession, who: int | str) -> User | None:
    """Somebody by id or slug who has not deleted their account."""
    if isinstance(who, int) or _is_number(who):
        if not 0 < int(who) <= _MAX_ID:
            return None
        rule = col(User.id) == int(who)
    elif is_slug(who.lower()):
        rule = lower_slug == who.lower()
    else:
        return None
    return (
        await session.scalars(select(User).where(rule, col(User.deleted_at).is_(None)))
    ).one_or_none()


async def get_own(session: AsyncSession, actor: Actor, *, locked: bool = False) -> User:
    """The actor's own row.

    Args:
        locked: nobody else changes it until the end of the transaction.

    Raises:
        NotAllowed: `unauthenticated`, for guests and for accounts that are gone.
    """
    if locked:
        await session.flush()  # reading the row anew must not undo what this transaction has done
    user = await session.get(
        User, actor.id, with_for_update=HELD if locked else None, populate_existing=locked
    )
    if user is None or user.deleted_at is not None:
        raise errors.unauthenticated()
    return user


async def find_by_login(session: AsyncSession, login: str) -> User | None:
    """Somebody by e-mail or slug, as typed into the sign-in form."""
    name = login.strip().lower()
    if "@" not in name and not is_slug(name):
        return None
    rule = lower_email == plain_line(name) if "@" in name else lower_slug == name
    return (
        await session.scalars(select(User).where(rule, col(User.deleted_at).is_(None)))
    ).one_or_none()


async def find_moved(session: AsyncSession, slug: str) -> str | None:
    """The slug that somebody has now who had this one before: the old address leads there (301)."""
    if not is_slug(slug.lower()):
        return None
    return await session.scalar(
        select(User.slug)
        .join(FormerSlug, col(FormerSlug.target_id) == col(User.id))
        .where(
            col(FormerSlug.kind) == "user",
            col(FormerSlug.slug) == slug.lower(),
            col(User.deleted_at).is_(None),
        )
    )


async def people(session: AsyncSession, ids: Iterable[int]) -> dict[int, Person]:
    """The people with these ids, in one query; those who deleted their account are left out."""
    wanted = set(ids)
    if not wanted:
        return {}
    rows = await session.scalars(
        select(User).where(col(User.id).in_(wanted), col(User.deleted_at).is_(None))
    )
    return {row.id: person_of(row) for row in rows}


def person_of(user: User) -> Person:
    """Somebody, as shown beside what they wrote."""
    return Person(id=user.id, slug=user.slug, name=user.name, avatar=user.avatar)


def _is_number(who: str) -> bool:
    return who.isascii() and who.isdigit() and len(who) <= ids.LONGEST_NUMBER


async def suggest(session: AsyncSession, prefix: str) -> list[Person]:
    """A few people whose slug begins like this, the most followed first; none for nothing."""
    wanted = prefix.lower()
    if not wanted or not set(wanted) <= _SLUG_LETTERS:
        return []
    rows = await session.scalars(
        select(User)
        .where(
            lower_slug >= wanted,
            lower_slug < wanted + "~",
            lower_slug.startswith(wanted, autoescape=True),
        )
        .where(col(User.deleted_at).is_(None))
        .order_by(col(User.followers_count).desc(), col(User.id))
        .limit(SUGGESTED)
    )
    return [person_of(row) for row in rows]
