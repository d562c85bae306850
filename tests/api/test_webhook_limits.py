"""Tests of how many messages of payment providers the site takes in a minute."""

import json
from uuid import uuid4

import pytest
from httpx import AsyncClient, Response
from pydantic import SecretStr

from community.core.db.sessions import unit_of_work
from community.core.settings import settings
from community.domain import site
from community.gateways.payments.sandbox.gateway import SIGNATURE_HEADER, sign_webhook
from tests.cast import Cast
from tests.workflows.payments.buyers import sell

LIMIT = 120
STRANGER, PROVIDER = "198.51.100.1", "198.51.100.2"
EVENT = json.dumps({"event_id": "e1", "kind": "x", "reference": ""}).encode()


@pytest.fixture(autouse=True)
def trust_proxy(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings(), "trusted_proxies", 1)


async def send_signed(client: AsyncClient, address: str = PROVIDER) -> Response:
    headers = {SIGNATURE_HEADER: sign_webhook(EVENT), "X-Forwarded-For": address}
    return await client.post("/payments/sandbox/result", content=EVENT, headers=headers)


async def send_forged(
    client: AsyncClient, address: str = STRANGER, provider: str = "sandbox"
) -> Response:
    headers = {SIGNATURE_HEADER: "forged", "X-Forwarded-For": address}
    return await client.post(f"/payments/{provider}/result", content=EVENT, headers=headers)


async def take_yookassa(admin: Cast) -> None:
    values = site.PaymentSettings(
        provider="yookassa", yookassa_shop_id="1", yookassa_secret_key=SecretStr("test_key")
    )
    async with unit_of_work() as session:
        await site.update_settings(session, admin.olga, values)


async def send_to_yookassa(client: AsyncClient, address: str) -> Response:
    notification = {
        "type": "notification",
        "event": "payment.succeeded",
        "object": {"id": str(uuid4())},
    }
    headers = {"X-Forwarded-For": address}
    return await client.post("/payments/yookassa/result", json=notification, headers=headers)


async def test_an_address_sends_120_signed_messages_a_minute(client: AsyncClient) -> None:
    answers = [await send_signed(client) for _ in range(LIMIT + 1)]
    assert [answer.status_code for answer in answers] == [200] * LIMIT + [429]
    assert answers[-1].json()["details"]["group"] == "payment_webhooks"
    assert answers[0].headers["x-ratelimit-limit"] == str(LIMIT)


async def test_an_address_sends_120_forged_messages_a_minute(client: AsyncClient) -> None:
    statuses = [(await send_forged(client)).status_code for _ in range(LIMIT + 1)]
    assert statuses == [400] * LIMIT + [429]
    unknown = await send_forged(client, provider="acme")
    assert unknown.status_code == 429
    assert (await send_forged(client, "198.51.100.9", provider="acme")).status_code == 404


async def test_strangers_cannot_use_up_the_limit_of_the_provider(client: AsyncClient) -> None:
    for number in range(3):
        for _ in range(LIMIT + 1):
            await send_forged(client, f"198.51.100.{number + 10}")
    assert (await send_signed(client)).status_code == 200
    # The provider may even share an address with them, if a proxy is not configured.
    assert (await send_signed(client, "198.51.100.10")).status_code == 200


async def test_an_address_sends_120_unsigned_notifications_a_minute(
    client: AsyncClient, cast: Cast
) -> None:
    await take_yookassa(cast)
    statuses = [(await send_to_yookassa(client, STRANGER)).status_code for _ in range(LIMIT + 1)]
    assert statuses == [200] * LIMIT + [429]
    assert (await send_to_yookassa(client, PROVIDER)).status_code == 200


async def test_messages_do_not_count_as_requests_of_guests(client: AsyncClient, cast: Cast) -> None:
    await sell(cast.olga)
    for number in range(5):
        for _ in range(70):
            await send_forged(client, f"198.51.100.{number + 10}")
    assert (await send_signed(client)).status_code == 200
