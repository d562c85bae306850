"""Tests of the stand-in for YooKassa: what it does with good requests, and what it refuses."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio

from tests.stand_ins.yookassa import Notification, send_notification
from tests.yookassa_server import YooKassaServer

PAYMENT: dict[str, Any] = {
    "amount": {"value": "100.00", "currency": "RUB"},
    "confirmation": {"type": "embedded"},
    "capture": True,
}


@pytest_asyncio.fixture
async def client(yookassa: YooKassaServer) -> AsyncIterator[httpx.AsyncClient]:
    auth = (yookassa.shop.shop_id, yookassa.shop.secret_key)
    async with httpx.AsyncClient(base_url=yookassa.api_url, auth=auth) as client:
        yield client


async def post(
    client: httpx.AsyncClient, path: str, body: Any, key: str = "key-1"
) -> httpx.Response:
    return await client.post(path, json=body, headers={"Idempotence-Key": key})


async def create(client: httpx.AsyncClient, key: str = "key-1", **changes: Any) -> dict[str, Any]:
    response = await post(client, "/payments", PAYMENT | changes, key)
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.json()
    return document


def refund(payment: dict[str, Any], value: str) -> dict[str, Any]:
    return {"payment_id": payment["id"], "amount": {"value": value, "currency": "RUB"}}


async def test_a_repeated_request_has_the_same_answer(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    first = await create(client)
    yookassa.pay(first["id"])
    assert await create(client) == first
    assert len(yookassa.shop.payments) == 1
    assert (await client.get(f"/payments/{first['id']}")).json()["status"] == "succeeded"


async def test_a_key_is_forgotten_after_a_day(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    first = await create(client)
    with yookassa.travel(timedelta(hours=24)):
        assert (await create(client))["id"] != first["id"]


@pytest.mark.parametrize(
    ("change", "parameter"),
    [
        ({"amount": {"value": "1.001", "currency": "RUB"}}, "amount.value"),
        ({"amount": {"value": 100, "currency": "RUB"}}, "amount.value"),
        ({"amount": {"value": "1,00", "currency": "RUB"}}, "amount.value"),
        ({"amount": {"value": "-1.00", "currency": "RUB"}}, "amount.value"),
        ({"amount": {"value": "0.00", "currency": "RUB"}}, "amount.value"),
        ({"amount": {"value": "0.50", "currency": "RUB"}}, "amount.value"),
        ({"amount": {"value": "1.00", "currency": "rub"}}, "amount.currency"),
        ({"amount": {"value": "1.00", "currency": "JPY"}}, "amount.currency"),
        ({"amount": {"value": "1.00", "currency": "USD"}}, "amount.currency"),
        ({"amount": None}, "amount"),
        ({"confirmation": {"type": "popup"}}, "confirmation.type"),
        ({"confirmation": {"type": "redirect"}}, "confirmation.return_url"),
        ({"confirmation": {"type": "embedded", "url": "x"}}, "confirmation.url"),
        ({"confirmation": None}, "payment_method_data"),
        ({"payment_method_id": "unknown"}, "payment_method_id"),
        ({"description": "x" * 129}, "description"),
        ({"metadata": {"key": 1}}, "metadata.key"),
        ({"metadata": {str(number): "" for number in range(17)}}, "metadata"),
        ({"capture": "yes"}, "capture"),
        ({"captured": True}, "captured"),
    ],
)
async def test_a_wrong_parameter_is_refused(
    client: httpx.AsyncClient, change: dict[str, Any], parameter: str
) -> None:
    response = await post(client, "/payments", PAYMENT | change)
    assert response.status_code == 400
    assert (response.json()["code"], response.json()["parameter"]) == ("invalid_request", parameter)


async def test_a_request_needs_a_key_of_its_own(client: httpx.AsyncClient) -> None:
    await create(client)
    for response in (
        await client.post("/payments", json=PAYMENT),
        await post(client, "/payments", PAYMENT, "x" * 65),
        await post(client, "/payments", PAYMENT | {"description": "Other"}),
        await post(client, "/refunds", {}),
    ):
        assert response.status_code == 400
        assert response.json()["parameter"] == "Idempotence-Key"


async def test_a_request_needs_the_keys_of_the_shop(yookassa: YooKassaServer) -> None:
    for auth in (None, ("100500", "wrong"), ("1", yookassa.shop.secret_key)):
        async with httpx.AsyncClient(base_url=yookassa.api_url, auth=auth) as client:
            response = await client.get("/me")
        assert (response.status_code, response.json()["code"]) == (401, "invalid_credentials")


async def test_only_json_is_accepted(client: httpx.AsyncClient) -> None:
    headers = {"Idempotence-Key": "1", "Content-Type": "application/x-www-form-urlencoded"}
    assert (await client.post("/payments", content=b"a=b", headers=headers)).status_code == 415
    headers["Content-Type"] = "application/json"
    assert (await client.post("/payments", content=b"[]", headers=headers)).status_code == 400
    assert (await client.get("/payments/unknown")).status_code == 404


async def test_a_payment_of_two_stages_is_captured_or_canceled_once(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    first, second = [await create(client, key, capture=False) for key in ("1", "2")]
    for action in ("capture", "cancel"):
        response = await post(client, f"/payments/{first['id']}/{action}", {}, f"early-{action}")
        assert response.status_code == 400
    for payment in (first, second):
        yookassa.pay(payment["id"])
    too_much = {"amount": {"value": "100.01", "currency": "RUB"}}
    path = f"/payments/{first['id']}/capture"
    assert (await post(client, path, too_much, "3")).status_code == 400
    part = {"amount": {"value": "60.00", "currency": "RUB"}}
    captured = (await post(client, path, part, "4")).json()
    assert (captured["status"], captured["amount"]["value"]) == ("succeeded", "60.00")
    assert (await post(client, path, {}, "5")).status_code == 400
    canceled = (await post(client, f"/payments/{second['id']}/cancel", {}, "6")).json()
    assert canceled["cancellation_details"] == {
        "party": "merchant",
        "reason": "canceled_by_merchant",
    }


async def test_no_more_than_the_amount_is_returned(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    payment = await create(client)
    assert (await post(client, "/refunds", refund(payment, "1.00"), "1")).status_code == 400
    yookassa.pay(payment["id"])
    yookassa.shop.has_slow_refunds = True
    assert (await post(client, "/refunds", refund(payment, "60.00"), "2")).status_code == 200
    assert (await post(client, "/refunds", refund(payment, "40.01"), "3")).status_code == 400
    euros = refund(payment, "1.00") | {"amount": {"value": "1.00", "currency": "EUR"}}
    assert (await post(client, "/refunds", euros, "4")).status_code == 400
    assert (await post(client, "/refunds", refund(payment, "40.00"), "5")).status_code == 200


async def test_a_payment_without_confirmation_ends_after_an_hour(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    payment = await create(client)
    with yookassa.travel(timedelta(hours=1)):
        ended = (await client.get(f"/payments/{payment['id']}")).json()
    assert ended["cancellation_details"]["reason"] == "expired_on_confirmation"
    assert "confirmation" not in ended


async def test_a_shop_without_permission_cannot_save_methods(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    yookassa.shop.allows_recurring = False
    response = await post(client, "/payments", PAYMENT | {"save_payment_method": True})
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")


async def test_a_list_has_pages_and_filters(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    ids = [(await create(client, str(number)))["id"] for number in range(5)]
    yookassa.pay(ids[0])
    found, params = [], {"limit": "2"}
    while True:
        page = (await client.get("/payments", params=params)).json()
        found += [item["id"] for item in page["items"]]
        if "next_cursor" not in page:
            break
        params["cursor"] = page["next_cursor"]
    assert found == ids[::-1]
    paid = (await client.get("/payments", params={"status": "succeeded"})).json()
    assert [item["id"] for item in paid["items"]] == ids[:1]
    for params in ({"limit": "101"}, {"cursor": "x"}, {"created_at.gte": "x"}, {"colour": "x"}):
        assert (await client.get("/payments", params=params)).status_code == 400


async def test_each_change_makes_a_notification(
    client: httpx.AsyncClient, yookassa: YooKassaServer
) -> None:
    payment = await create(client, save_payment_method=True)
    assert yookassa.pay(payment["id"], "insufficient_funds") == "insufficient_funds"
    assert yookassa.pay(payment["id"], "confirmation") == "confirm"
    assert yookassa.shop.answer_bank(payment["id"], accepts=True) == ""
    await post(client, "/refunds", refund(payment, "1.00"), "2")
    events = yookassa.shop.notifications
    assert [event.event for event in events] == ["payment.succeeded", "refund.succeeded"]
    assert events[0].document["payment_method"]["saved"]
    assert await send_notification(Notification("x", {}), f"{yookassa.url}/unknown") == 404
    assert await send_notification(Notification("x", {}), "http://127.0.0.1:1/") == 0
