"""Tests of the HTTP routes for plans, subscriptions and payments."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient

from community import jobs
from community.core.db.sessions import unit_of_work
from community.domain import reactions, site, subscriptions
from community.domain.subscriptions import PlanView
from community.gateways.payments.sandbox.gateway import SIGNATURE_HEADER, sign_webhook
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import SANDBOX, load_payment, sell

JSON = {"Accept": "application/json"}


async def start(client: AsyncClient, plan: PlanView, **values: Any) -> Any:
    body = {"plan_id": plan.id, **values}
    response = await client.post("/subscriptions/payments", json=body)
    assert response.status_code == 201, response.text
    return response.json()


async def test_plans_are_listed_only_with_a_payment_provider(
    client: AsyncClient, cast: Cast
) -> None:
    await sell(cast.olga)
    assert len((await client.get("/plans", headers=JSON)).json()["items"]) == 1
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.PaymentSettings(provider="off"))
    assert (await client.get("/plans", headers=JSON)).json()["items"] == []


async def test_a_plan_is_bought_used_canceled_and_resumed(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, features=["reactions"], price=450)
    listed = (await client.get("/plans", headers=JSON)).json()["items"]
    assert [(item["name"], item["price"], item["currency"]) for item in listed] == [
        ("Plus", 450, "EUR")
    ]
    await sign_in(client, cast.bob)
    started = await start(client, plan)
    assert (started["payment"]["status"], started["next"]["kind"]) == ("pending", "sandbox")
    payment_id = started["payment"]["id"]
    assert started["next"]["page"].endswith(f"/plans/payments/{payment_id}")
    paid = await client.post(
        f"/subscriptions/payments/{payment_id}/sandbox", json={"card": "success"}
    )
    assert paid.json()["status"] == "succeeded"
    subscription = (await client.get("/subscriptions")).json()["subscription"]
    assert (subscription["status"], subscription["plan"]["name"]) == ("active", "Plus")
    payments = (await client.get("/subscriptions/payments")).json()["items"]
    assert [(item["id"], item["amount"]) for item in payments] == [(payment_id, 450)]
    canceled = await client.post("/subscriptions/cancel", json={"reason": "Too much to read"})
    assert canceled.json()["subscription"]["status"] == "canceled"
    resumed = await client.post("/subscriptions/resume")
    assert resumed.json()["subscription"]["status"] == "active"


async def test_a_buyer_agrees_to_a_quote(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, price=450)
    assert (await client.get(f"/plans/{plan.id}/quote", headers=JSON)).status_code == 401
    await sign_in(client, cast.bob)
    assert (await client.get("/plans/999/quote", headers=JSON)).status_code == 404
    quote = (await client.get(f"/plans/{plan.id}/quote", headers=JSON)).json()
    assert (quote["amount"], quote["currency"], quote["language"]) == (450, "EUR", "en")
    assert any("until you cancel" in note["text"] for note in quote["notes"])
    body = {"plan_id": plan.id, "consent": "1-2"}
    refused = await client.post("/subscriptions/payments", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "terms_changed")
    started = await start(client, plan, consent=quote["version"])
    assert "Renews on" in started["payment"]["consent"]["text"]
    own_credit = (await client.get("/subscriptions/credit")).json()
    assert own_credit == {"balances": [], "changes": []}
    gift = (await client.get(f"/plans/{plan.id}/quote?gift=true", headers=JSON)).json()
    assert (gift["kind"], gift["renews_at"]) == ("gift", None)


async def test_a_payment_without_consent_gets_it_later(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga)
    await sign_in(client, cast.bob)
    started = await start(client, plan)
    assert started["payment"]["consent"] is None
    path = f"/subscriptions/payments/{started['payment']['id']}/consent"
    refused = await client.post(path, json={"version": ""})
    assert refused.json()["code"] == "terms_changed"
    version = refused.json()["details"]["checkout"]["version"]
    agreed = await client.post(path, json={"version": version})
    assert agreed.json()["consent"]["language"] == "en"
    await sign_in(client, cast.alice)
    assert (await client.post(path, json={"version": version})).status_code == 404


async def test_a_trial_is_started_once(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga, trial_days=14)
    await sign_in(client, cast.bob)
    response = await client.post("/subscriptions/trial", json={"plan_id": plan.id})
    assert response.status_code == 201
    assert response.json()["subscription"]["origin"] == "trial"
    again = await client.post("/subscriptions/trial", json={"plan_id": plan.id})
    assert (again.status_code, again.json()["code"]) == (409, "already_subscribed")


async def test_a_feature_is_refused_with_the_plans_that_include_it(
    client: AsyncClient, cast: Cast
) -> None:
    plan = await sell(cast.olga, features=["reactions"])
    post = await factories.post(cast.alice)
    await run(reactions.edit_kind, cast.olga, code="like", is_extended=True)
    await sign_in(client, cast.bob)
    reaction = {"target": "post", "target_id": post.id, "reaction": "like"}
    refused = await client.post("/reaction", json=reaction)
    assert (refused.status_code, refused.json()["code"]) == (403, "subscription_feature_required")
    assert refused.json()["details"] == {
        "feature": "reactions",
        "plans": [{"id": plan.id, "name": "Plus"}],
    }
    started = await start(client, plan)
    await client.post(
        f"/subscriptions/payments/{started['payment']['id']}/sandbox", json={"card": "success"}
    )
    assert (await client.post("/reaction", json=reaction)).status_code == 200


async def test_the_browser_is_not_believed(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga)
    await sign_in(client, cast.bob)
    payment_id = (await start(client, plan))["payment"]["id"]
    own = {"payment_id": payment_id}
    confirmed = await client.post("/subscriptions/payments/confirm", json=own)
    assert confirmed.json()["status"] == "pending"
    assert (await client.get("/subscriptions")).json() == {"subscription": None}
    for path in ("confirm", "cancel"):
        unknown = {"payment_id": str(uuid4())}
        assert (
            await client.post(f"/subscriptions/payments/{path}", json=unknown)
        ).status_code == 404
    canceled = await client.post("/subscriptions/payments/cancel", json=own)
    assert canceled.json()["status"] == "canceled"


async def test_the_bank_of_the_sandbox_asks(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga)
    await sign_in(client, cast.bob)
    payment_id = (await start(client, plan))["payment"]["id"]
    path = f"/subscriptions/payments/{payment_id}/sandbox"
    asked = (await client.post(path, json={"card": "authentication"})).json()
    assert (asked["status"], asked["needs_action"]) == ("pending", True)
    failed = (await client.post(path, json={"accepts": False})).json()
    assert (failed["status"], failed["failure"] != "") == ("failed", True)
    again = await client.post(path, json={"card": "success"})
    assert (again.status_code, again.json()["code"]) == (409, "payment_ended")


async def test_a_signed_message_is_applied_by_a_job(client: AsyncClient, cast: Cast) -> None:
    plan = await sell(cast.olga)
    await sign_in(client, cast.bob)
    payment_id = (await start(client, plan))["payment"]["id"]
    reference = (await load_payment(UUID(payment_id))).reference
    await SANDBOX.pay(reference, "success")
    await sign_in(client, cast.charlie)
    event = {"event_id": "e1", "kind": "payment.changed", "reference": reference}
    for _ in range(2):
        assert (await send_event(client, json.dumps(event).encode())).status_code == 200
    await jobs.run_due_jobs()
    assert (await load_payment(UUID(payment_id))).status == "succeeded"


async def send_event(client: AsyncClient, body: bytes, signature: str | None = None) -> Any:
    headers = {SIGNATURE_HEADER: signature or sign_webhook(body), "Origin": "https://example.com"}
    return await client.post("/payments/sandbox/result", content=body, headers=headers)


@pytest.mark.parametrize("body", [b"[]", b"null", b'"x"', b"", b"{}", b"\xff\xfe"])
async def test_a_message_that_is_no_event_is_400(
    client: AsyncClient, cast: Cast, body: bytes
) -> None:
    response = await send_event(client, body)
    assert (response.status_code, response.json()["code"]) == (400, "malformed")


async def test_a_message_without_the_signature_is_400(client: AsyncClient, cast: Cast) -> None:
    response = await send_event(client, b"{}", signature="forged")
    assert response.status_code == 400
    unknown = await client.post("/payments/acme/result", content=b"{}")
    assert unknown.status_code == 404


async def test_guests_get_401(client: AsyncClient, cast: Cast) -> None:
    for method, path in (
        ("GET", "/subscriptions"),
        ("GET", "/subscriptions/payments"),
        ("POST", "/subscriptions/cancel"),
        ("POST", "/subscriptions/resume"),
    ):
        assert (await client.request(method, path)).status_code == 401


@pytest.mark.parametrize(
    "body",
    [{}, {"plan_id": 0}, {"plan_id": "x"}, {"plan_id": 1, "promo_code": "x" * 61}],
)
async def test_a_wrong_request_is_422(client: AsyncClient, cast: Cast, body: Any) -> None:
    await sign_in(client, cast.bob)
    assert (await client.post("/subscriptions/payments", json=body)).status_code == 422


async def test_a_plan_that_is_not_on_sale_is_404(client: AsyncClient, cast: Cast) -> None:
    await sell(cast.olga)
    await sign_in(client, cast.bob)
    response = await client.post("/subscriptions/payments", json={"plan_id": 99})
    assert response.status_code == 404


async def test_a_feature_of_administrators_is_listed_and_granted(
    client: AsyncClient, cast: Cast
) -> None:
    await run(
        subscriptions.features.create_feature, cast.olga, code="early_access", name="Early access"
    )
    plan = await sell(cast.olga, features=["early_access"])
    [listed] = (await client.get("/plans", headers=JSON)).json()["items"]
    assert [feature["name"] for feature in listed["features"]] == ["Early access"]
    await sign_in(client, cast.bob)
    started = await start(client, plan)
    await client.post(
        f"/subscriptions/payments/{started['payment']['id']}/sandbox", json={"card": "success"}
    )
    subscription = (await client.get("/subscriptions")).json()["subscription"]
    assert [feature["code"] for feature in subscription["features"]] == ["early_access"]
