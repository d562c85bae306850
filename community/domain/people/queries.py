"""Functions that find users by id, username (`slug`) or former username, and their ranking."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import errors, ids
from community.core.db.rows import RowSelection
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import identity
from community.domain.people import policies
from community.domain.people.schemas import UserSummary
from community.domain.people.slugs import find_current_slug
from community.i18n import gettext as _
from community.models import RatingPlace, User
from community.models.people import lower_slug

# The largest id that the database can store. The database driver raises an error for larger
# numbers.
_MAX_ID = 2**63 - 1
MAX_SUGGESTIONS = 6
# Rows instead of entities, in statements that are built once: every list names users.
_SUMMARY_ROWS = RowSelection("_UserSummaryRow", policies.SUMMARY_COLUMNS)
_summaries_with_deleted = _SUMMARY_ROWS.select_from(User).where(
    col(User.id).in_(bindparam("ids", expanding=True))
)
_summaries = _summaries_with_deleted.where(identity.is_active)
_SLUG_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


async def get_user(session: AsyncSession, id_or_slug: int | str) -> User:
    """Return a user by id, also as digits, by slug or by former slug."""
    user = await find_user(session, id_or_slug)
    if user is None and (slug := await find_current_slug(session, str(id_or_slug))) is not None:
        user = await find_user(session, slug)
    if user is None:
        raise make_user_not_found_error()
    return user


async def get_user_ids(session: AsyncSession, ids_or_slugs: Sequence[int | str]) -> list[int]:
    """Return the ids of users by ids, slugs or former slugs, in the given order.

    Runs one query, and two more for each former slug. Raise `NotFound` if one of the users does not
    exist, or their account was deleted.
    """
    ids = {int(one) for one in ids_or_slugs if isinstance(one, int) or _is_number(one)}
    slugs = {one.lower() for one in ids_or_slugs if isinstance(one, str) and identity.is_slug(one)}
    rows = await session.execute(
        select(User.id, lower_slug).where(
            or_(
                col(User.id).in_([user_id for user_id in ids if 0 < user_id <= _MAX_ID]),
                lower_slug.in_(slugs),
            ),
            identity.is_active,
        )
    )
    found: dict[str, int] = {}
    for user_id, slug in rows:
        found |= {str(user_id): user_id, slug: user_id}
    return [
        found.get(str(one).lower()) or (await get_user(session, one)).id for one in ids_or_slugs
    ]


async def find_user(session: AsyncSession, id_or_slug: int | str) -> User | None:
    """Return a user by id or slug, or None if there is no such user or the account was deleted."""
    if isinstance(id_or_slug, int) or _is_number(id_or_slug):
        if not 0 < int(id_or_slug) <= _MAX_ID:
            return None
        condition = col(User.id) == int(id_or_slug)
    elif identity.is_slug(id_or_slug):
        condition = lower_slug == id_or_slug.lower()
    else:
        return None
    return (await session.scalars(select(User).where(condition, identity.is_active))).one_or_none()


async def lock_users(session: AsyncSession, user_ids: Iterable[int]) -> dict[int, User]:
    """Lock the rows of the users until the end of the transaction, and return them by id.

    The row with the lowest id is locked first. Without a fixed order, two transactions that lock
    the same users could deadlock.
    """
    rows = await session.scalars(
        select(User)
        .where(col(User.id).in_(user_ids), identity.is_active)
        .order_by(col(User.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return {row.id: row for row in rows}


async def adjust_posts_count(session: AsyncSession, user_id: int, delta: int) -> None:
    await session.execute(
        update(User)
        .where(col(User.id) == user_id)
        .values(posts_count=User.posts_count + delta)
        .execution_options(synchronize_session=False)
    )


async def find_user_summaries(
    session: AsyncSession, ids: Iterable[int], *, with_deleted: bool = False
) -> dict[int, UserSummary]:
    """Return a dictionary that maps user ids to summaries of the users.

    Runs one query. Unknown ids are missing from the dictionary, and so are deleted accounts unless
    `with_deleted` is set.
    """
    requested = set(ids)
    if not requested:
        return {}
    query = _summaries_with_deleted if with_deleted else _summaries
    rows = await _SUMMARY_ROWS.load(session, query, {"ids": list(requested)})
    return {row.id: to_user_summary(row) for row in rows}


async def find_users(session: AsyncSession, ids: Collection[int]) -> dict[int, User]:
    """Return the users with these ids whose accounts are not deleted, by id."""
    if not ids:
        return {}
    rows = await session.scalars(select(User).where(col(User.id).in_(ids), identity.is_active))
    return {row.id: row for row in rows}


async def find_users_by_slug(session: AsyncSession, slugs: Collection[str]) -> dict[str, User]:
    """Return a dictionary that maps lowercase slugs to users. Unknown slugs are missing from it."""
    if not slugs:
        return {}
    rows = await session.scalars(select(User).where(lower_slug.in_(slugs), identity.is_active))
    return {row.slug.lower(): row for row in rows}


def to_user_summary(user: User) -> UserSummary:
    is_deleted = user.deleted_at is not None
    if is_deleted and not (user.content_choice == "keep" and user.name):
        # Translators: shown in place of the name of the author of a post or comment.
        name = _("Deleted user")
    else:
        name = user.name
    return UserSummary(
        id=user.id,
        slug="" if is_deleted else user.slug,
        name=name,
        avatar=None if is_deleted else user.avatar,
        is_deleted=is_deleted,
        badge=None if is_deleted else find_shown_badge(user),
        name_style=None if is_deleted else find_shown_name_style(user),
        is_bot=user.is_bot,
    )


def find_shown_badge(user: User) -> str | None:
    """Return the badge beside the name of a user, or None if they have none or no plan for it."""
    has_badge = user.chosen_badge and policies.has_feature(user, policies.BADGE_FEATURE)
    return user.chosen_badge if has_badge else None


def find_shown_name_style(user: User) -> str | None:
    """Return the style of the name of a user, or None if they have none or no plan for it."""
    has_style = user.chosen_name_style and policies.has_feature(user, policies.NAME_STYLE_FEATURE)
    return user.chosen_name_style if has_style else None


async def suggest_users(
    session: AsyncSession, prefix: str, *conditions: ColumnElement[bool]
) -> list[UserSummary]:
    """Return up to `MAX_SUGGESTIONS` users whose slug starts with `prefix`, most followed first."""
    if not 0 < len(prefix) <= identity.SLUG_MAX_LENGTH or not prefix.isascii():
        return []
    prefix = prefix.lower()
    if not set(prefix) <= _SLUG_CHARACTERS:
        return []
    rows = await session.scalars(
        select(User)
        .where(
            lower_slug >= prefix,
            lower_slug < prefix + "~",
            lower_slug.startswith(prefix, autoescape=True),
        )
        .where(identity.is_active, *conditions)
        .order_by(col(User.followers_count).desc(), col(User.id))
        .limit(MAX_SUGGESTIONS)
    )
    return [to_user_summary(row) for row in rows]


def make_user_not_found_error() -> errors.NotFound:
    return errors.NotFound(_("No one here uses that name."))


def _is_number(id_or_slug: str) -> bool:
    return id_or_slug.isascii() and id_or_slug.isdigit() and len(id_or_slug) <= ids.MAX_ID_DIGITS


async def get_rating(session: AsyncSession, user_id: int) -> tuple[float, int | None]:
    """Return the rating of the user and their current place. Without a rating there is none."""
    query = select(RatingPlace.rating, RatingPlace.place).where(is_current_place_of(user_id))
    row = (await session.execute(query)).one_or_none()
    return (row[0], row[1]) if row else (0.0, None)


def is_current_place_of(user_id: Any) -> ColumnElement[bool]:
    """Return the condition for the place of a user on the latest day of the ranking."""
    latest_day = select(func.max(RatingPlace.date)).scalar_subquery()
    return and_(col(RatingPlace.user_id) == user_id, col(RatingPlace.date) == latest_day)
