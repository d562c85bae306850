"""What the page about a user shows in addition to the profile."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.read_models import ReadModel
from community.domain import communities, ratings
from community.domain.communities.schemas import LedCommunity

DEFAULT_PERIOD: ratings.Period = "90"


class AboutUser(ReadModel):
    """The rating of a user, the communities they own or moderate, and the chart of their places.

    `chart` is null if the user had no place in the last `period` days.
    """

    rating: int = 0
    communities: list[LedCommunity] = []
    chart: ratings.RatingChart | None = None
    period: str = DEFAULT_PERIOD


async def get_about(session: AsyncSession, *, user_id: int, period: str = "") -> AboutUser:
    """Return what the page about a user shows, in three queries. `period` is one of `PERIODS`."""
    known_period = next((known for known in ratings.PERIODS if known == period), DEFAULT_PERIOD)
    history = await ratings.get_history(session, user_id=user_id, period=known_period)
    return AboutUser(
        rating=round(history.rating),
        communities=await communities.list_led(session, user_id),
        chart=ratings.build_chart(history),
        period=known_period,
    )
