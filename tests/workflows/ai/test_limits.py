"""Tests of the limits of requests and tokens."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import ai
from community.models import AiRequest
from tests.cast import Cast
from tests.workflows.ai.site_settings import change_settings, configure
from tests.workflows.ai.stand_in import StandIn


async def add(user: Actor, kind: str = "summary", tokens: int = 10) -> AiRequest:
    async with unit_of_work() as session:
        return await ai.limits.add_request(session, kind, user_id=user.id, tokens=tokens)  # type: ignore[arg-type]


async def test_nothing_is_sent_without_an_endpoint(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await add(cast.alice)


@pytest.mark.parametrize(
    "code", ["ai_base_url", "ai_model", "ai_daily_requests", "ai_daily_tokens"]
)
async def test_each_of_these_settings_turns_the_features_off(
    cast: Cast, stand_in: StandIn, code: str
) -> None:
    await configure(cast.olga, stand_in)
    assert await add(cast.alice)
    await change_settings(cast.olga, {code: 0 if "daily" in code else ""})
    with pytest.raises(NotFound):
        await add(cast.alice)


async def test_a_person_has_a_limit_for_each_kind(cast: Cast, stand_in: StandIn) -> None:
    await configure(cast.olga, stand_in, ai_daily_summaries=2, ai_daily_questions=1)
    await add(cast.alice)
    await add(cast.alice)
    with pytest.raises(ai.limits.LimitReached, match="2 new summaries per day") as raised:
        await add(cast.alice)
    assert (raised.value.scope, raised.value.details["group"]) == ("person_limit", "ai")
    await add(cast.alice, "answer")
    with pytest.raises(ai.limits.LimitReached, match="1 question per day"):
        await add(cast.alice, "answer")
    await add(cast.bob)


async def test_the_site_has_a_limit_of_requests(cast: Cast, stand_in: StandIn) -> None:
    await configure(cast.olga, stand_in, ai_daily_requests=2)
    await add(cast.alice)
    await add(cast.bob)
    with pytest.raises(ai.limits.LimitReached) as raised:
        await add(cast.charlie)
    assert raised.value.scope == "site_limit"


async def test_the_site_has_a_limit_of_tokens(cast: Cast, stand_in: StandIn) -> None:
    """Unfinished requests count with the largest answer, finished ones with what they needed."""
    await configure(cast.olga, stand_in, ai_max_tokens=100, ai_daily_tokens=250)
    first = await add(cast.alice, tokens=20)
    await add(cast.alice, tokens=20)
    with pytest.raises(ai.limits.LimitReached):
        await add(cast.alice, tokens=20)
    async with unit_of_work() as session:
        ai.limits.finish_request(await session.get_one(AiRequest, first.id), tokens=30)
    await add(cast.alice, tokens=0)


async def test_limits_end_after_a_day_and_requests_are_deleted_later(
    cast: Cast, stand_in: StandIn
) -> None:
    await configure(cast.olga, stand_in, ai_daily_summaries=1)
    await add(cast.alice)
    with clock.travel(timedelta(days=1, minutes=1)):
        await add(cast.alice)
    with clock.travel(ai.policies.REQUEST_RETENTION + timedelta(minutes=1)):
        async with unit_of_work() as session:
            await ai.purge_requests(session)
    async with read_session() as session:
        assert len((await session.scalars(select(AiRequest))).all()) == 1


async def test_parallel_requests_do_not_exceed_the_limit(cast: Cast, stand_in: StandIn) -> None:
    await configure(cast.olga, stand_in, ai_daily_summaries=3)
    results = await asyncio.gather(*(add(cast.alice) for _ in range(8)), return_exceptions=True)
    assert sum(isinstance(result, AiRequest) for result in results) == 3
