"""Tests of the dialogs and the routes that move subscribers to the current price of a plan."""

from typing import Any

import pytest
from sqlmodel import col, select

from community import urls
from community.admin.plans.price_change_state import PriceChangeState
from community.core.db.sessions import read_session
from community.models import AuditEntry, PlanPriceChange
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.test_price_changes import get_day, sell_and_raise

SECTION = "subscription-prices"


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def open_dialog(socket_server: SocketServer, plan_id: int, dialog: str = "plan") -> Tab:
    admin = await factories.user(f"treasurer-{dialog}", sections=[SECTION])
    tab = await socket_server.open(admin, urls.admin_section(SECTION))
    # The page sends it when it opens.
    await tab.send(PriceChangeState.close)
    await tab.send(PriceChangeState.ask, dialog=dialog, plan_id=plan_id)
    return tab


async def list_changes() -> list[PlanPriceChange]:
    async with read_session() as session:
        return list(await session.scalars(select(PlanPriceChange)))


async def list_entries() -> list[AuditEntry]:
    is_price_change = col(AuditEntry.action).startswith("price_change")
    query = select(AuditEntry).where(is_price_change).order_by(col(AuditEntry.id))
    async with read_session() as session:
        return list(await session.scalars(query))


async def test_a_price_change_is_planned_and_withdrawn_in_the_panel(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell_and_raise(cast)
    tab = await open_dialog(socket_server, plan.id)
    day = get_day(40).isoformat()
    assert tab[PriceChangeState]["earliest_day"] == get_day(30).isoformat()
    message = {"first_day": day, "reason": "Costs"}
    await tab.send(PriceChangeState.confirm, message=message)
    assert (tab[PriceChangeState]["dialog"], tab[PriceChangeState]["error"]) == ("", "")
    [change] = await list_changes()
    assert (change.plan_id, change.withdrawn_at) == (plan.id, None)
    await tab.send(PriceChangeState.ask, dialog="withdraw", plan_id=plan.id)
    await tab.send(PriceChangeState.confirm, message={"reason": "Too soon"})
    [change] = await list_changes()
    assert change.withdrawn_at is not None
    planned, withdrawn = await list_entries()
    assert (planned.reason, withdrawn.reason) == ("Costs", "Too soon")
    assert planned.after is not None
    assert (planned.after["price"], planned.after["first_day"]) == (700, day)


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"first_day": "", "reason": "Costs"}, "Choose a day."),
        ({"first_day": "soon", "reason": "Costs"}, "Invalid request"),
        ({"first_day": 5, "reason": "Costs"}, ""),
        ({"first_day": "{late}", "reason": " "}, "reason"),
        ({"first_day": "{early}", "reason": "Costs"}, "30"),
        ({"first_day": "9999-12-31", "reason": "Costs"}, "366"),
        ({}, "reason"),
    ],
)
async def test_a_wrong_form_changes_nothing_and_keeps_the_dialog(
    cast: Cast, socket_server: SocketServer, message: dict[str, Any], error: str
) -> None:
    plan = await sell_and_raise(cast)
    tab = await open_dialog(socket_server, plan.id)
    days = {"early": get_day(20).isoformat(), "late": get_day(40).isoformat()}
    filled = {
        name: value.format(**days) if isinstance(value, str) else value
        for name, value in message.items()
    }
    await tab.send(PriceChangeState.confirm, message=filled)
    assert tab[PriceChangeState]["dialog"] == "plan"
    assert error in tab[PriceChangeState]["error"]
    assert tab[PriceChangeState]["error"]
    assert await list_changes() == []
    assert await list_entries() == []


async def test_strangers_plan_and_withdraw_nothing(cast: Cast, socket_server: SocketServer) -> None:
    plan = await sell_and_raise(cast)
    editor = await factories.user("editor", sections=["posts"])
    message = {"first_day": get_day(40).isoformat(), "reason": "Costs"}
    for actor in (editor, cast.bob, cast.guest):
        tab = await socket_server.open(actor, urls.admin_section(SECTION))
        await tab.send(PriceChangeState.ask, dialog="plan", plan_id=plan.id)
        await tab.send(PriceChangeState.confirm, message=message)
        assert not tab[PriceChangeState].get("dialog")
    assert await list_changes() == []
