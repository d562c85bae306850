"""Tests of the section with the plans that users can buy."""

from typing import Any

import pytest

from community.admin.plans.state import PlansState
from community.core.db import sessions as database
from community.core.errors import Conflict
from community.domain import site, subscriptions
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.state.tabs import SocketServer, Tab
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import add_plan, buy, sell, start

SECTION = "subscription-prices"
FORM = {
    "name": "Plus",
    "description": "For readers",
    "price": "4,50",
    "currency": "EUR",
    "period": "month",
    "trial_days": "",
    "is_active": "on",
    "feature_badge": "on",
    "feature_fancy_nickname": "on",
}


async def open_plans(socket_server: SocketServer) -> Tab:
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, f"/admin-panel/{SECTION}")
    await tab.send(PlansState.load)
    return tab


def list_rows(tab: Tab) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tab[PlansState]["rows"]
    return rows


async def test_a_plan_is_created_and_edited(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_plans(socket_server)
    await tab.send(PlansState.open_form)
    await tab.send(PlansState.save, message=FORM)
    [row] = list_rows(tab)
    assert (row["price_text"], row["price"]) == ("€4.50 per month", "4.50")
    assert row["feature_codes"] == ["badge", "fancy_nickname"]
    assert tab[PlansState]["is_form_open"] is False
    await tab.send(PlansState.open_form, key=row["id"])
    changes = {"price": "1200", "currency": "JPY", "period": "year", "feature_badge": ""}
    await tab.send(PlansState.save, message={**FORM, **changes})
    [row] = list_rows(tab)
    assert (row["price_text"], row["price"]) == ("¥1,200 per year", "1200")
    assert row["feature_codes"] == ["fancy_nickname"]


async def test_the_form_shows_what_is_invalid(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_plans(socket_server)
    await tab.send(PlansState.open_form)
    for field, value in (
        *(("price", price) for price in ("", "free", "0", "4.505", "NaN")),
        ("name", " "),
        ("currency", "XXX"),
        ("period", "week"),
        ("trial_days", "91"),
    ):
        await tab.send(PlansState.save, message={**FORM, field: value})
        assert tab[PlansState]["errors"].keys() == {field}, (field, value)
    assert list_rows(tab) == []


async def test_an_empty_form_shows_all_errors_in_the_order_of_its_fields(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_plans(socket_server)
    await tab.send(PlansState.open_form)
    await tab.send(PlansState.save, message={})
    errors = tab[PlansState]["errors"]
    assert list(errors) == ["name", "price", "currency", "period"]
    assert errors["name"] == "Enter a name."


async def test_plans_are_moved_and_taken_off_sale(cast: Cast, socket_server: SocketServer) -> None:
    plans = [await add_plan(cast.olga, name=name) for name in ("One", "Two")]
    tab = await open_plans(socket_server)
    await tab.send(PlansState.reorder, keys=[str(plan.id) for plan in reversed(plans)])
    assert [row["name"] for row in list_rows(tab)] == ["Two", "One"]
    await tab.send(PlansState.reorder, keys=["x"])
    assert "has changed" in tab[ToastsState]["toasts"][0]["text"]
    assert [row["name"] for row in list_rows(tab)] == ["Two", "One"]
    await tab.send(PlansState.set_active, key=plans[0].id, is_active=False)
    assert [row["is_active"] for row in list_rows(tab)] == [True, False]


async def test_a_plan_that_was_bought_is_not_deleted(
    cast: Cast, socket_server: SocketServer
) -> None:
    bought, other = await sell(cast.olga), await add_plan(cast.olga, name="Other")
    await buy(cast.bob, bought)
    tab = await open_plans(socket_server)
    assert [(row["subscribers_count"], row["is_bought"]) for row in list_rows(tab)] == [
        (1, True),
        (0, False),
    ]
    for plan in (bought, other):
        await tab.send(PlansState.ask_to_remove, key=plan.id)
        assert tab[PlansState]["removing"]["is_bought"] is (plan is bought)
        await tab.send(PlansState.remove, message={})
        assert tab[PlansState]["removing"] is None
    assert [(row["id"], row["is_active"]) for row in list_rows(tab)] == [(bought.id, False)]


async def test_changes_by_others_appear_without_a_reload(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_plans(socket_server)
    plan = await add_plan(cast.olga)
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    assert [row["name"] for row in list_rows(tab)] == ["Plus"]
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, name="Supporter")
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    assert [row["name"] for row in list_rows(tab)] == ["Supporter"]


async def test_a_price_below_the_minimum_of_the_provider_has_a_warning(
    cast: Cast, socket_server: SocketServer
) -> None:
    async with open_stripe() as stripe_server:
        plan = await sell_with_stripe(cast.olga, stripe_server, price=49)
        await add_plan(cast.olga, name="Pro", price=50)
        tab = await open_plans(socket_server)
        assert [row["problems"] for row in list_rows(tab)] == [
            ["No one can buy it: the payment provider accepts €0.50 or more."],
            [],
        ]
        with pytest.raises(Conflict, match="such a small amount"):
            await start(cast.alice, plan)


async def test_features_that_are_unavailable_are_marked_until_the_settings_change(
    cast: Cast, socket_server: SocketServer
) -> None:
    await add_plan(cast.olga, features=["badge", "post_summaries"])
    tab = await open_plans(socket_server)
    [row] = list_rows(tab)
    assert row["hidden_features"] == "Unavailable, so buyers don't see it: Summaries"
    [feature] = [row for row in tab[PlansState]["features"] if row["code"] == "post_summaries"]
    assert feature["unavailable"] == "AI is not set up in the general settings."
    endpoint = site.GeneralSettings(ai_base_url="https://ai.example/v1", ai_model="small")
    await run(site.update_settings, cast.olga, endpoint)
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    assert [row["hidden_features"] for row in list_rows(tab)] == [""]
