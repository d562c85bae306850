"""Tests of the HTTP route for the rating of a user."""

from datetime import timedelta

import pytest
from httpx import AsyncClient

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.models import RatingPlace
from tests.cast import Cast


async def add_places(cast: Cast, *ages: int) -> None:
    async with unit_of_work() as session:
        for age in ages:
            day = clock.now().date() - timedelta(days=age)
            session.add(RatingPlace(user_id=cast.alice.id, date=day, place=age + 1, rating=1.5))


async def test_the_history_is_listed_in_pages_latest_first(client: AsyncClient, cast: Cast) -> None:
    await add_places(cast, 0, 1, 2, 40)
    first = (await client.get("/profile/alice/rating", params={"limit": 2})).json()
    assert [point["place"] for point in first["items"]] == [1, 2]
    assert first["items"][0] == {
        "date": clock.now().date().isoformat(),
        "place": 1,
        "rating": 1.5,
        "change": None,
    }
    rest = await client.get("/profile/alice/rating", params={"cursor": first["next_cursor"]})
    assert [point["place"] for point in rest.json()["items"]] == [3]
    assert rest.json()["next_cursor"] is None


async def test_the_period_limits_the_history(client: AsyncClient, cast: Cast) -> None:
    await add_places(cast, 0, 29, 30)
    for period, count in (("7", 1), ("30", 2), ("90", 3)):
        response = await client.get("/profile/alice/rating", params={"period": period})
        assert len(response.json()["items"]) == count


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/profile/nobody/rating", 404),
        ("/profile/alice/rating?period=8", 422),
        ("/profile/alice/rating?limit=0", 422),
        ("/profile/alice/rating?cursor=WyJ4Il0", 422),
    ],
)
async def test_invalid_requests_are_rejected(
    client: AsyncClient, cast: Cast, path: str, status: int
) -> None:
    assert (await client.get(path)).status_code == status
