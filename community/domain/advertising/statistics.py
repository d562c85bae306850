"""The reports of advertisements for administrators and advertisers."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final, Literal, TypeAlias, get_args

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, ids
from community.core.actor import Actor
from community.domain.advertising import policies, queries, schemas
from community.models import Advertisement, AdvertisementStatistics

Grouping: TypeAlias = Literal["day", "place", "community"]
GROUPINGS: Final[tuple[Grouping, ...]] = get_args(Grouping)
# A report by day shows at most this many of the last days.
MAX_DAYS: Final = 366

_COLUMNS: Final[dict[Grouping, Any]] = {
    "day": AdvertisementStatistics.day,
    "place": AdvertisementStatistics.place,
    "community": AdvertisementStatistics.community_id,
}


async def get_statistics(
    session: AsyncSession, actor: Actor, *, advertisement_id: int, by: Grouping
) -> Sequence[schemas.StatisticsRow]:
    """Return the counts by day, place or community. Days without counts are omitted."""
    policies.ensure_may_manage(actor)
    if await session.get(Advertisement, advertisement_id) is None:
        raise queries.make_not_found_error()
    return await _load_rows(session, advertisement_id, by)


async def get_report(
    session: AsyncSession, *, token: str, by: Grouping
) -> tuple[str, Sequence[schemas.StatisticsRow]]:
    """Return the name of an advertisement and its counts, for the address of its report."""
    row = None
    if len(token) == ids.TOKEN_LENGTH:
        digest = ids.hash_token(token)
        row = await session.scalar(
            select(Advertisement).where(Advertisement.report_token_hash == digest)
        )
    if row is None:
        raise queries.make_not_found_error()
    return row.name, await _load_rows(session, row.id, by)


async def _load_rows(
    session: AsyncSession, advertisement_id: int, by: Grouping
) -> Sequence[schemas.StatisticsRow]:
    column, table = col(_COLUMNS[by]), AdvertisementStatistics
    query = (
        select(
            column,
            func.sum(table.shown),
            func.sum(table.impressions),
            func.sum(table.clicks),
        )
        .where(table.advertisement_id == advertisement_id)
        .group_by(column)
        .order_by(column)
    )
    if by == "day":
        query = query.where(col(table.day) > clock.now().date() - timedelta(days=MAX_DAYS))
    return [
        schemas.StatisticsRow(
            key=key.isoformat() if by == "day" else str(key),
            shown=int(shown),
            impressions=int(impressions),
            clicks=int(clicks),
        )
        for key, shown, impressions, clicks in await session.execute(query)
    ]
