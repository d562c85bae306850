"""Tests of the test request to the endpoint."""

import pytest
from sqlmodel import select

from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound
from community.models import AiRequest
from community.workflows.ai import check_endpoint
from tests.cast import Cast
from tests.workflows.ai.site_settings import configure
from tests.workflows.ai.stand_in import Reply, StandIn


async def test_the_answer_of_the_endpoint_is_shown_and_counted(
    cast: Cast, stand_in: StandIn
) -> None:
    await configure(cast.olga, stand_in)
    check = await check_endpoint(cast.olga)
    assert (check.is_ok, "A short answer." in check.message) == (True, True)
    async with read_session() as session:
        request = (await session.scalars(select(AiRequest))).one()
    assert (request.kind, request.status, request.tokens) == ("test", "done", 120)


async def test_the_reason_of_an_error_is_shown(cast: Cast, stand_in: StandIn) -> None:
    await configure(cast.olga, stand_in, ai_key="sk-another-key")
    check = await check_endpoint(cast.olga)
    assert (check.is_ok, "401" in check.message) == (False, True)
    async with read_session() as session:
        request = (await session.scalars(select(AiRequest))).one()
    assert (request.status, request.error) == ("failed", "invalid_key")


async def test_the_settings_must_be_saved_before_the_test(cast: Cast) -> None:
    with pytest.raises(Invalid):
        await check_endpoint(cast.olga)


async def test_only_administrators_can_send_a_test_request(cast: Cast, stand_in: StandIn) -> None:
    await configure(cast.olga, stand_in)
    stand_in.replies.append(Reply())
    with pytest.raises(NotFound):
        await check_endpoint(cast.alice)
    assert stand_in.requests == []
