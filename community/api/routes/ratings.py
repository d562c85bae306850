"""HTTP route for the rating of a user and its history."""

from typing import Annotated

from fastapi import APIRouter, Query

from community.api.http import Caller, Session
from community.api.http.parameters import DefaultPageParams, UserId
from community.domain import ratings
from community.domain.ratings import Period, RatingHistory

router = APIRouter(tags=["Profiles"])


@router.get("/profile/{user}/rating")
async def get_rating(
    _actor: Caller,
    session: Session,
    user_id: UserId,
    page: DefaultPageParams,
    period: Annotated[Period, Query(description="The number of days to cover, with today.")] = "30",
) -> RatingHistory:
    """Retrieve the rating of a user, their place, and their places of the last days."""
    return await ratings.get_history(
        session, user_id=user_id, period=period, cursor=page.cursor, limit=page.limit
    )
