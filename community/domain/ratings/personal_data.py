"""What the archive with the data of a user contains of their rating."""

from typing import Final, get_args

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
