"""The authors with the highest ratings of each period."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias, get_args

from sqlalchemy import ColumnElement, and_, delete, func, literal, or_, select, true, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import GUEST, Actor
from community.core.db import pagination, statements
from community.core.db.large_queries import allow_large_query
from community.core.db.pagination import Page
from community.core.errors import Invalid
from community.domain import follows, people, site
from community.domain.ratings.formula import select_period_ratings
from community.domain.ratings.schemas import TopAuthor
from community.i18n import gettext as _
from community.models import PeriodRating, User

TOP_PERIODS: Final[tuple[site.TopUsersPeriod, ...]] = get_args(site.TopUsersPeriod)
PERIOD_LENGTHS: Final[Mapping[site.TopUsersPeriod, timedelta | None]] = {
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
    "all": None,
}
MAX_TOP_AUTHORS: Final = 300
# The list stays full if an administrator excludes as many of these authors as possible.
STORED_AUTHORS: Final = MAX_TOP_AUTHORS + site.MAX_EXCLUDED_TOP_USERS

# An error message names so many unknown usernames.
MAX_NAMED_UNKNOWN: Final = 10

PeriodRow: TypeAlias = tuple[str, int, float]
"""A period, the id of a user, and their rating of the period."""


def parse_period(text: str) -> site.TopUsersPeriod:
    """Return the period with this name, or the default if there is none."""
    return next((period for period in TOP_PERIODS if period == text), site.DEFAULT_TOP_USERS_PERIOD)


async def find_highest_ratings(session: AsyncSession, now: datetime) -> list[PeriodRow]:
    """Return the `STORED_AUTHORS` highest ratings of each period. Runs one large query."""
    await allow_large_query(session)
    starts = {
        period: None if length is None else now - length
        for period, length in PERIOD_LENGTHS.items()
    }
    rated = select_period_ratings(starts, now).cte("rated")
    highest = (
        select(literal(period).label("period"), rated.c.user_id, rated.c[period].label("rating"))
        .where(rated.c[period] > 0)
        .order_by(rated.c[period].desc(), rated.c.user_id)
        .limit(STORED_AUTHORS)
        .subquery(f"highest_{period}")
        for period in TOP_PERIODS
    )
    rows = await session.execute(union_all(*(select(*part.c) for part in highest)))
    return [(period, user_id, rating) for period, user_id, rating in rows]


async def replace_top_authors(session: AsyncSession, rows: Sequence[PeriodRow]) -> None:
    await statements.acquire_advisory_lock(session, "period_ratings")
    await session.execute(delete(PeriodRating).execution_options(synchronize_session=False))
    session.add_all(
        PeriodRating(period=period, user_id=user_id, rating=rating)
        for period, user_id, rating in rows
    )
    await session.flush()


async def list_top_authors(
    session: AsyncSession,
    actor: Actor = GUEST,
    *,
    period: site.TopUsersPeriod | None = None,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[TopAuthor]:
    """Return the authors with the highest ratings of a period, in one query of a small table.

    Banned, deleted and excluded users are omitted, and so are those whom the actor ignores, who
    keep their place. Authors with the same rating share a place.
    """
    chosen = await site.get_settings_section(session, site.TopUsersSettings)
    top = _select_top(period or chosen.period, chosen).subquery("top")
    rating, user_id = top.c.rating, top.c.user_id
    query: Any = (
        select(User, top.c.place, rating)
        .join(top, user_id == col(User.id))
        .where(follows.build_ignored_author_filter(actor, col(User.id)))
        .order_by(rating.desc(), user_id)
        .limit(limit + 1)
    )
    key = pagination.decode_cursor(cursor, float, int)
    if key is not None:
        query = query.where(or_(rating < key[0], and_(rating == key[0], user_id > key[1])))
    rows = (await session.execute(query)).all()
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row[2], row[0].id))
    return Page(
        items=[_to_top_author(user, place, rating) for user, place, rating in page],
        next_cursor=next_cursor,
    )


def _select_top(period: site.TopUsersPeriod, chosen: site.TopUsersSettings) -> Any:
    rating = col(PeriodRating.rating)
    return (
        select(
            col(PeriodRating.user_id),
            rating,
            func.rank().over(order_by=rating.desc()).label("place"),
        )
        .join(User, col(User.id) == col(PeriodRating.user_id))
        .where(col(PeriodRating.period) == period, people.is_listed, build_exclusion_filter(chosen))
        .order_by(rating.desc(), col(PeriodRating.user_id))
        .limit(MAX_TOP_AUTHORS)
    )


def build_exclusion_filter(chosen: site.TopUsersSettings) -> ColumnElement[bool]:
    if not chosen.excluded:
        return true()
    return func.lower(col(User.slug)).not_in(chosen.excluded)


def _to_top_author(user: User, place: int, rating: float) -> TopAuthor:
    return TopAuthor(
        **people.to_user_summary(user).model_dump(),
        place=place,
        rating=round(rating),
        followers_count=user.followers_count,
        posts_count=user.posts_count,
    )


async def ensure_excluded_users_exist(
    session: AsyncSession, event: site.SiteSettingsChanged
) -> None:
    """Refuse a change of the settings that excludes usernames that no user has."""
    if event.section != site.TopUsersSettings.name or "excluded" not in event.codes:
        return
    excluded = (await site.load_settings_section(session, site.TopUsersSettings)).excluded
    known = await people.find_users_by_slug(session, excluded)
    if unknown := [name for name in excluded if name not in known]:
        names = ", ".join(unknown[:MAX_NAMED_UNKNOWN])
        raise Invalid.for_field("excluded", _("No one here uses these names: {names}", names=names))
