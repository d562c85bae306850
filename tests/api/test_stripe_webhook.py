"""Tests of the route that Stripe calls, with the events and signatures of the stand-in."""

import json
import time
from collections.abc import AsyncIterator

import pytest
from httpx import AsyncClient, Response

from community import jobs, urls
from community.wiring import wire
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.events import sign
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import get_subscription, load_payment, start

PATH = urls.payment_webhook("stripe")


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


@pytest.fixture
async def stripe_server(cast: Cast) -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


async def send(client: AsyncClient, server: StripeStandIn, body: bytes, age: int = 0) -> Response:
    signature = sign(body, server.events.secret, timestamp=int(time.time()) - age)
    return await client.post(PATH, content=body, headers={"Stripe-Signature": signature})


async def test_events_of_stripe_give_the_plan(
    client: AsyncClient, cast: Cast, stripe_server: StripeStandIn
) -> None:
    started = await start(cast.alice, await sell_with_stripe(cast.olga, stripe_server))
    reference = (await load_payment(started.payment.id)).reference
    stripe_server.pay(reference, "pm_card_visa", return_url="http://localhost/")
    for event in stripe_server.events.recorded:
        answer = await send(client, stripe_server, json.dumps(event).encode())
        assert (answer.status_code, answer.content) == (200, b"")
    await jobs.run_due_jobs()
    assert (await get_subscription(cast.alice)).status == "active"


async def test_what_is_no_event_is_400(
    client: AsyncClient, cast: Cast, stripe_server: StripeStandIn
) -> None:
    await sell_with_stripe(cast.olga, stripe_server)
    for body in (b"[]", b"null", b'"x"', b"", b"\xff\xfe"):
        answer = await send(client, stripe_server, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    event = b'{"object": "event", "id": "evt_1", "type": "x", "data": {"object": {}}}'
    assert (await send(client, stripe_server, event)).status_code == 200
    for age in (400, -400):
        assert (await send(client, stripe_server, event, age)).status_code == 400
    unsigned = await client.post(PATH, content=event)
    assert unsigned.status_code == 400


async def test_a_thin_event_of_a_payment_is_applied(
    client: AsyncClient, cast: Cast, stripe_server: StripeStandIn
) -> None:
    started = await start(cast.alice, await sell_with_stripe(cast.olga, stripe_server))
    reference = (await load_payment(started.payment.id)).reference
    stripe_server.pay(reference, "pm_card_visa", return_url="http://localhost/")
    related = {"id": reference, "type": "payment_intent", "url": "/v1/payment_intents/x"}
    thin = {"id": "evt_1", "object": "v2.core.event", "type": "v1.payment_intent.succeeded"}
    for content in ({"related_object": related}, {"related_object": None}, {}):
        body = json.dumps({**thin, **content}).encode()
        assert (await send(client, stripe_server, body)).status_code == 200
        unsigned = await client.post(PATH, content=body)
        assert (unsigned.status_code, unsigned.json()["code"]) == (400, "malformed")
    await jobs.run_due_jobs()
    assert (await get_subscription(cast.alice)).status == "active"


async def test_a_site_without_keys_of_stripe_has_no_such_route(
    client: AsyncClient, cast: Cast, stripe_server: StripeStandIn
) -> None:
    assert (await send(client, stripe_server, b"{}")).status_code == 404
