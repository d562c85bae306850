"""The ratings of users: for the archive with their data, and their deletion."""

from collections.abc import Collection
from typing import Final, get_args

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.domain.site import TopUsersPeriod
from community.i18n import noop
from community.models import PeriodRating, RatingPlace

EXPORT_PARTS: Final = (
    ExportPart(
        "ratings",
        noop("Your rating and your place on each day"),
        user=RatingPlace.user_id,
        key=RatingPlace.date,
        fields=(RatingPlace.date, RatingPlace.place, RatingPlace.rating, RatingPlace.change),
    ),
    ExportPart(
        "ratings_by_period",
        noop("Your rating in each period"),
        user=PeriodRating.user_id,
        key=PeriodRating.period,
        fields=(PeriodRating.period, PeriodRating.rating),
        # With the periods, the index of the table finds the user.
        conditions=(col(PeriodRating.period).in_(get_args(TopUsersPeriod)),),
    ),
)


async def erase_places(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    for table in (RatingPlace, PeriodRating):
        await session.execute(
            delete(table)
            .where(col(table.user_id).in_(user_ids))
            .execution_options(synchronize_session=False)
        )
