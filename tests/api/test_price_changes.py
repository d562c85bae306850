"""Tests of the routes that move subscribers to the current price of a plan."""

from typing import Any

import pytest
from httpx import AsyncClient
from sqlmodel import col, select

from community import urls
from community.core.db.sessions import read_session
from community.models import AuditEntry
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.workflows.payments.test_price_changes import get_day, sell_and_raise

BODY = {"reason": "Costs"}


def get_url(plan_id: int) -> str:
    return f"{urls.ADMIN_API}/plans/{plan_id}/price-change"


async def test_a_price_change_is_planned_once_and_withdrawn(
    client: AsyncClient, cast: Cast
) -> None:
    plan = await sell_and_raise(cast)
    await sign_in(client, cast.olga)
    url, day = get_url(plan.id), get_day(40).isoformat()
    planned = await client.post(url, json={**BODY, "first_day": day})
    assert (planned.status_code, planned.headers["Location"]) == (201, url)
    again = await client.post(url, json={**BODY, "first_day": day})
    assert (again.status_code, again.json()["code"]) == (409, "price_change_planned")
    assert (await client.post(f"{url}/withdraw", json=BODY)).status_code == 204
    assert (await client.post(f"{url}/withdraw", json=BODY)).status_code == 404
    async with read_session() as session:
        actions = list(
            await session.scalars(select(AuditEntry.action).order_by(col(AuditEntry.id)))
        )
    assert [action for action in actions if "price_change" in action] == [
        "price_change.planned",
        "price_change.withdrawn",
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"first_day": None},
        {"first_day": "soon"},
        {"first_day": "2020-01-01"},
        {"first_day": "9999-12-31"},
        {"reason": ""},
        {"reason": "x" * 2_001},
        {"reason": None},
    ],
)
async def test_invalid_requests_change_nothing(
    client: AsyncClient, cast: Cast, changes: dict[str, Any]
) -> None:
    plan = await sell_and_raise(cast)
    await sign_in(client, cast.olga)
    body = {**BODY, "first_day": get_day(40).isoformat(), **changes}
    response = await client.post(get_url(plan.id), json=body)
    assert response.status_code == 422
    assert (await client.post(f"{get_url(plan.id)}/withdraw", json=BODY)).status_code == 404


async def test_strangers_get_no_access(client: AsyncClient, cast: Cast) -> None:
    plan = await sell_and_raise(cast)
    url = get_url(plan.id)
    body = {**BODY, "first_day": get_day(40).isoformat()}
    editor = await factories.user("editor", sections=["posts"])
    assert (await client.post(url, json=body)).status_code == 404
    for actor, status in ((cast.bob, 404), (editor, 403)):
        await sign_in(client, actor)
        assert (await client.post(url, json=body)).status_code == status
        assert (await client.post(f"{url}/withdraw", json=BODY)).status_code == status
    await sign_in(client, cast.olga)
    assert (await client.post(get_url(999), json=body)).status_code == 404
