"""Tests of the HTTP routes with which administrators manage paid subscriptions."""

import csv
from datetime import timedelta
from io import StringIO
from uuid import uuid4

from httpx import AsyncClient

from community import urls
from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import site
from community.jobs.runner import run_scheduled_job
from community.workflows import payments
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.workflows.payments.buyers import SANDBOX, buy, sell
from tests.yookassa_server import run_yookassa

FEATURES = f"{urls.ADMIN_API}/plan-features"
SUBSCRIPTIONS = f"{urls.ADMIN_API}/subscriptions"
PAYMENTS = f"{urls.ADMIN_API}/payments"
PLANS = f"{urls.ADMIN_API}/plans"
PROVIDER = f"{urls.ADMIN_API}/settings/subscription-payment-provider"


async def test_the_keys_of_a_provider_are_never_returned(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    async with run_yookassa() as server:
        values = server.list_settings() | {"provider": "off"}
        changed = await client.patch(PROVIDER, json={"values": values})
    secret_key = server.shop.secret_key
    assert changed.json()["values"]["yookassa_secret_key"] == f"••••{secret_key[-4:]}"
    assert secret_key not in (await client.get(PROVIDER)).text
    incomplete = await client.patch(PROVIDER, json={"values": {"provider": "stripe"}})
    assert (incomplete.status_code, len(incomplete.json()["errors"])) == (422, 3)


async def test_the_address_of_the_webhook_exists(client: AsyncClient, cast: Cast) -> None:
    paths = (await client.get("/api/openapi.json")).json()["paths"]
    assert urls.payment_webhook("{provider}") in paths


async def test_plans_are_managed(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    terms = {"price": 450, "currency": "EUR", "period": "month"}
    first, second = [
        (await client.post(PLANS, json={"name": name, **terms})).json()["id"]
        for name in ("One", "Two")
    ]
    ordered = await client.put(f"{PLANS}/order", json={"ids": [second, first]})
    assert [plan["name"] for plan in ordered.json()["items"]] == ["Two", "One"]
    changes = {"price": 500, "features": ["badge"]}
    changed = (await client.patch(f"{PLANS}/{first}", json=changes)).json()
    assert (changed["name"], changed["price"], changed["is_bought"]) == ("One", 500, False)
    assert [feature["code"] for feature in changed["features"]] == ["badge"]
    assert (await client.delete(f"{PLANS}/{second}")).status_code == 204
    listed = (await client.get(PLANS)).json()["items"]
    assert [plan["id"] for plan in listed] == [first]
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.PaymentSettings(provider="sandbox"))
    public = (await client.get("/plans", headers={"Accept": "application/json"})).json()["items"]
    assert (public[0]["subscribers_count"], public[0]["is_bought"]) == (None, None)


async def test_an_invalid_plan_is_422(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    plan = {"name": "One", "price": 0, "currency": "EUR", "period": "month"}
    refused = await client.post(PLANS, json=plan)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["price"])
    unknown = await client.post(PLANS, json={**plan, "price": 1, "features": ["x"]})
    assert list(unknown.json()["errors"]) == ["features"]
    assert (await client.patch(f"{PLANS}/999", json={"name": "x"})).status_code == 404


async def test_features_are_managed(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    built_in = (await client.get(FEATURES)).json()["items"]
    assert {feature["is_built_in"] for feature in built_in} == {True}
    new = {"code": "club", "name": "Club"}
    created = await client.post(FEATURES, json=new)
    assert (created.status_code, created.json()["plans"]) == (201, [])
    assert (await client.post(FEATURES, json=new)).status_code == 409
    plan = {"name": "Plus", "price": 450, "currency": "EUR", "period": "month"}
    created = await client.post(PLANS, json={**plan, "features": ["club"]})
    plan_id = created.json()["id"]
    changed = await client.put(f"{FEATURES}/club", json={"name": "Round table"})
    assert changed.json()["plans"] == [{"id": plan_id, "name": "Plus"}]
    assert (await client.delete(f"{FEATURES}/club")).status_code == 409
    await client.delete(f"{PLANS}/{plan_id}")
    assert (await client.delete(f"{FEATURES}/club")).status_code == 204
    assert (await client.get(FEATURES)).json()["items"] == built_in


async def test_a_plan_is_granted_and_revoked(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga)
    await sign_in(client, cast.olga)
    until = clock.format_iso(clock.now() + timedelta(days=30))
    grant = {"user_id": cast.bob.id, "plan_id": plan.id, "until": until}
    granted = await client.post(SUBSCRIPTIONS, json=grant)
    assert granted.status_code == 201, granted.text
    assert granted.json()["user"]["slug"] == "bob"
    path = granted.headers["location"]
    again = await client.post(SUBSCRIPTIONS, json=grant)
    assert (again.status_code, again.json()["code"]) == (409, "already_subscribed")
    statistics = (await client.get(f"{SUBSCRIPTIONS}/statistics")).json()
    assert (statistics["live_count"], statistics["monthly_revenue"]) == (1, [])
    extended = await client.post(f"{path}/extend", json={"days": 5, "reason": "Outage"})
    assert extended.json()["access_until"] > granted.json()["access_until"]
    neither = await client.post(f"{path}/extend", json={"reason": "Outage"})
    assert list(neither.json()["errors"]) == ["days"]
    without_reason = await client.post(f"{path}/revoke", json={"reason": " "})
    assert list(without_reason.json()["errors"]) == ["reason"]
    for _ in range(2):
        revoked = await client.post(f"{path}/revoke", json={"reason": "A mistake"})
        assert revoked.json()["status"] == "revoked"
    assert (await client.get(path)).json()["is_live"] is False
    rows = (await client.get(f"{urls.ADMIN_API}/tables/user-subscriptions.csv")).text
    assert "Bob,bob,Plus,Revoked,Granted,5.00,EUR" in rows


async def test_a_payment_is_looked_up(client: AsyncClient, cast: Cast) -> None:
    payment = await buy(cast.bob, await sell(cast.olga))
    await sign_in(client, cast.olga)
    found = (await client.get(f"{PAYMENTS}/{payment.id}")).json()
    assert (found["user"]["slug"], found["status"], found["amount"]) == ("bob", "succeeded", 500)
    assert [movement["amount"] for movement in found["movements"]] == [500]
    assert (await client.get(f"{PAYMENTS}/balances")).json()["items"] == [
        {"provider": "sandbox", "amount": 500, "currency": "EUR"}
    ]
    assert (await client.get(f"{PAYMENTS}/{uuid4()}")).status_code == 404
    rows = (await client.get(f"{urls.ADMIN_API}/tables/subscription-payments.csv")).text
    assert "Bob,bob,Plus,Purchase,5.00,EUR,Paid,Sandbox" in rows


async def test_amounts_in_files_are_numbers_beside_their_currency(
    client: AsyncClient, cast: Cast
) -> None:
    payment = await buy(cast.bob, await sell(cast.olga, price=123_456))
    await SANDBOX.refund(payment.reference, 23_456, "EUR", "part")
    await payments.confirm_payment(cast.bob, payment.id)
    await sign_in(client, cast.olga)
    url = f"{urls.ADMIN_API}/tables/subscription-payments.csv"
    for columns, expected in (
        ("amount,refunded", {"Amount": "1234.56", "Currency": "EUR", "Returned": "234.56"}),
        ("refunded", {"Returned": "234.56", "Currency": "EUR"}),
        ("plan", {"Plan": "Plus"}),
    ):
        text = (await client.get(url, params={"columns": columns})).text.removeprefix("\ufeff")
        [row] = csv.DictReader(StringIO(text))
        assert {name: value for name, value in row.items() if name != "id"} == expected


async def test_the_numbers_over_time_are_downloaded(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, name="=Plus", price=450)
    await buy(cast.bob, plan)
    await run_scheduled_job("update_statistics")
    await sign_in(client, cast.olga)
    params: dict[str, str | int] = {"plan": plan.id, "provider": "sandbox", "period": "7"}
    report = (await client.get(f"{SUBSCRIPTIONS}/statistics/report", params=params)).json()
    assert (report["subscribers"], report["monthly_revenue"], report["currency"]) == (1, 450, "EUR")
    assert len(report["points"]) == 7
    downloaded = await client.get(f"{SUBSCRIPTIONS}/statistics.csv", params=params)
    assert downloaded.headers["content-type"] == "text/csv; charset=utf-8"
    header, line = downloaded.text.removeprefix("\ufeff").splitlines()
    assert header.startswith("day,plan,provider,currency,subscribers,monthly_revenue,churned")
    assert line == f"{clock.now().date()},'=Plus,sandbox,EUR,1,4.50,0,0,0,0"
    refused = await client.get(f"{SUBSCRIPTIONS}/statistics/report", params={"period": "8"})
    assert refused.status_code == 422


async def test_money_is_returned_once(client: AsyncClient, cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    body = {"amount": 200, "reason": "duplicate", "note": "Ticket 7"}
    await sign_in(client, cast.olga)
    refused = await client.post(f"{PAYMENTS}/{payment.id}/refund", json=body)
    assert (refused.status_code, refused.json()["code"]) == (403, "confirmation_required")
    await sign_in(client, cast.olga, is_confirmed=True)
    for _repetition in range(2):
        response = await client.post(f"{PAYMENTS}/{payment.id}/refund", json=body)
        assert response.status_code == 200, response.text
    shown = response.json()
    assert (shown["refunded"], shown["refundable"]) == (200, 300)
    [refund] = shown["refunds"]
    assert (refund["status"], refund["reason"], refund["note"]) == (
        "succeeded",
        "duplicate",
        "Ticket 7",
    )
    for wrong in ({"reason": "duplicate", "amount": 301}, {"reason": "none"}, {"amount": 1}):
        refused = await client.post(f"{PAYMENTS}/{payment.id}/refund", json=wrong)
        assert refused.status_code == 422
    for _repetition in range(2):
        keyed = await client.post(
            f"{PAYMENTS}/{payment.id}/refund", json=body, headers={"Idempotency-Key": "second"}
        )
        assert keyed.json()["refunded"] == 400
    rest = await client.post(f"{PAYMENTS}/{payment.id}/refund", json={"reason": "other"})
    assert (rest.json()["status"], rest.json()["refundable"]) == ("refunded", 0)
