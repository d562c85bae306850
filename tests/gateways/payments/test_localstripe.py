"""Tests of the gateway against localstripe, an independent stand-in, as far as that one reaches.

It refuses `setup_future_usage` and `automatic_payment_methods`, so it cannot create the payments of
the site. These tests create payments with other parameters.
"""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from community.gateways.payments import InvalidSignature, PaymentProviderError
from community.gateways.payments.stripe.client import StripeAccount
from community.gateways.payments.stripe.gateway import StripeGateway
from tests.http_server import HOST, serve

SECRET_KEY = "sk_test_12345"
WEBHOOK_SECRET = "whsec_localstripe"
PAYMENT_ID = str(uuid4())


@pytest.fixture
async def api() -> AsyncIterator[httpx.AsyncClient]:
    with socket.create_server((HOST, 0)) as listener:
        port = listener.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "localstripe", "--from-scratch", "--port", str(port)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    async with asyncio.timeout(60):
        await process.stdout.readline()  # it listens
    headers = {"Authorization": f"Bearer {SECRET_KEY}"}
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", headers=headers) as client:
        yield client
    process.terminate()
    await process.wait()


@pytest.fixture
def gateway(api: httpx.AsyncClient) -> StripeGateway:
    return make_gateway(api, SECRET_KEY)


def make_gateway(api: httpx.AsyncClient, secret_key: str) -> StripeGateway:
    url = str(api.base_url).rstrip("/")
    return StripeGateway(StripeAccount(secret_key, "pk_test_12345", WEBHOOK_SECRET, url, ""))


async def create(api: httpx.AsyncClient, path: str, **data: Any) -> dict[str, Any]:
    answer = await api.post(f"/v1/{path}", data=data)
    assert answer.status_code == 200, answer.text
    created: dict[str, Any] = answer.json()
    return created


async def pay(api: httpx.AsyncClient, card_number: str) -> str:
    """Create a payment of a customer with a card, confirm it, and return its id."""
    card = {"number": card_number, "exp_month": 12, "exp_year": 2034, "cvc": "123"}
    fields = {f"card[{name}]": value for name, value in card.items()}
    customer = await create(api, "customers")
    method = await create(api, "payment_methods", type="card", **fields)
    await create(api, f"payment_methods/{method['id']}/attach", customer=customer["id"])
    intent = await create(
        api,
        "payment_intents",
        **{"amount": 500, "currency": "eur", "metadata[community_payment_id]": PAYMENT_ID},
        customer=customer["id"],
        payment_method=method["id"],
    )
    await api.post(f"/v1/payment_intents/{intent['id']}/confirm")
    return str(intent["id"])


async def test_a_paid_payment_has_its_card_and_its_money(
    api: httpx.AsyncClient, gateway: StripeGateway
) -> None:
    paid = await gateway.fetch_payment(await pay(api, "4242424242424242"))
    assert (paid.status, paid.amount, paid.currency) == ("succeeded", 500, "EUR")
    assert str(paid.payment_id) == PAYMENT_ID
    assert paid.method is not None
    assert (paid.method.last4, paid.method.expires) == ("4242", "2034-12")


async def test_a_declined_payment_can_be_tried_again(
    api: httpx.AsyncClient, gateway: StripeGateway
) -> None:
    declined = await gateway.fetch_payment(await pay(api, "4000000000000341"))
    assert (declined.status, declined.failure) == ("requires_action", "card_declined")
    assert declined.movements == ()


async def test_a_payment_that_waits_for_the_bank_can_be_canceled(
    api: httpx.AsyncClient, gateway: StripeGateway
) -> None:
    reference = await pay(api, "4000002760003184")
    waiting = await gateway.fetch_payment(reference)
    assert waiting.status == "requires_action"
    assert waiting.next_step is not None
    assert waiting.next_step.values["client_secret"].startswith(reference)
    assert (await gateway.cancel_payment(reference)).status == "canceled"


async def test_keys_are_checked(api: httpx.AsyncClient, gateway: StripeGateway) -> None:
    await gateway.check_keys()
    with pytest.raises(PaymentProviderError):
        await make_gateway(api, "wrong").check_keys()


async def test_signed_events_are_read(api: httpx.AsyncClient, gateway: StripeGateway) -> None:
    received: asyncio.Queue[tuple[bytes, dict[str, str]]] = asyncio.Queue()

    async def receive(request: Request) -> Response:
        await received.put((await request.body(), dict(request.headers)))
        return Response()

    async with serve(Starlette(routes=[Route("/hook", receive, methods=["POST"])])) as url:
        webhook = {"url": f"{url}/hook", "secret": WEBHOOK_SECRET}
        await api.post("/_config/webhooks/site", json=webhook)
        reference = await pay(api, "4242424242424242")
        async with asyncio.timeout(60):
            while (event := gateway.read_webhook(*(message := await received.get()))) is None:
                pass
    assert event.reference == reference
    body, headers = message
    with pytest.raises(InvalidSignature):
        gateway.read_webhook(body + b" ", headers)
