"""What becomes of the ratings of a user."""

from collections.abc import Collection
from typing import Final, get_args

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Delete, PersonalData, erase_rows
from community.domain.site import TopUsersPeriod
from community.i18n import noop
from community.models import PeriodRating, RatingPlace

PERSONAL_DATA: Final = (
    PersonalData(
        RatingPlace.user_id,
        export=ExportPart(
            "ratings",
            noop("Your rating and your place on each day"),
            key=RatingPlace.date,
            fields=(RatingPlace.date, RatingPlace.place, RatingPlace.rating, RatingPlace.change),
        ),
        merge="Deleted when the merge begins.",
        erase=Delete(),
    ),
    PersonalData(
        PeriodRating.user_id,
        export=ExportPart(
            "ratings_by_period",
            noop("Your rating in each period"),
            key=PeriodRating.period,
            fields=(PeriodRating.period, PeriodRating.rating),
            # With the periods, the index of the table finds the user.
            conditions=(col(PeriodRating.period).in_(get_args(TopUsersPeriod)),),
        ),
        merge="Deleted when the merge begins.",
        erase=Delete(),
    ),
)


async def erase_places(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    await erase_rows(session, PERSONAL_DATA, user_ids=user_ids)
