"""What the archive with the data of a user contains of their rating."""

from typing import Final

from community.core.db.export_parts import ExportPart
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
    ),
)
