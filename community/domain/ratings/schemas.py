import datetime as dt

from community.core.read_models import ReadModel
from community.domain.people.schemas import UserSummary


class RatingPoint(ReadModel):
    """The place and the rating of a user on a day, in UTC.

    `change` is by how many places the user has climbed since the day before that was computed. It
    is negative if they have fallen, and null if they had no place.
    """

    date: dt.date
    place: int
    rating: float
    change: int | None = None


class RatingHistory(ReadModel):
    """The rating of a user, and its history, latest day first.

    `place` is null if the user has no rating. Users with the same rating share a place. Days on
    which the user had no rating are omitted.
    """

    user_id: int
    rating: float
    place: int | None
    items: list[RatingPoint] = []
    next_cursor: str | None = None


class TopAuthor(UserSummary):
    """An author with one of the highest ratings of a period.

    `rating` counts only the responses of the period. Authors with the same rating share a `place`.
    """

    place: int
    rating: int
    followers_count: int = 0
    posts_count: int = 0
