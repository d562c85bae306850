"""Tests of the events of Stripe: the signature, and what an event is about."""

import json
import time
from typing import Any

import pytest

from community.gateways.payments import InvalidSignature, InvalidWebhook, WebhookEvent
from community.gateways.payments.stripe.client import (
    CLOCK_SKEW_SECONDS,
    SIGNATURE_TOLERANCE_SECONDS,
)
from community.gateways.payments.stripe.gateway import SIGNATURE_HEADER, StripeGateway
from tests.gateways.payments.test_stripe_gateway import buy
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.events import sign
from tests.stripe_server import make_gateway

STAND_IN = StripeStandIn()
GATEWAY: StripeGateway = make_gateway(STAND_IN)
SECRET = STAND_IN.events.secret


def make_event(item: dict[str, Any]) -> bytes:
    event = {"id": "evt_1", "object": "event", "type": "x.changed", "data": {"object": item}}
    return json.dumps(event).encode()


def read(body: bytes, header: str | None = None) -> WebhookEvent | None:
    return GATEWAY.read_webhook(body, {SIGNATURE_HEADER: header or sign(body, SECRET)})


@pytest.mark.parametrize(
    ("item", "reference"),
    [
        ({"object": "payment_intent", "id": "pi_1"}, "pi_1"),
        ({"object": "charge", "id": "ch_1", "payment_intent": "pi_1"}, "pi_1"),
        ({"object": "refund", "id": "re_1", "payment_intent": "pi_1"}, "pi_1"),
        ({"object": "dispute", "id": "dp_1", "payment_intent": "pi_1"}, "pi_1"),
        ({"object": "charge", "id": "ch_1", "payment_intent": None}, None),
        ({"object": "customer", "id": "cus_1"}, None),
    ],
)
def test_an_event_names_its_payment(item: dict[str, Any], reference: str | None) -> None:
    event = read(make_event(item))
    assert (event and event.reference) == reference


@pytest.mark.parametrize(
    ("kind", "related", "expected"),
    [
        (
            "v1.payment_intent.succeeded",
            {"id": "pi_1", "type": "payment_intent", "url": "/v1/payment_intents/pi_1"},
            ("payment_intent.succeeded", "pi_1"),
        ),
        (
            "v1.setup_intent.succeeded",
            {"id": "seti_1", "type": "setup_intent", "url": "/v1/setup_intents/seti_1"},
            ("setup_intent.succeeded", "seti_1"),
        ),
        (
            "v1.billing.meter.error_report_triggered",
            {"id": "mtr_1", "type": "billing.meter", "url": "/v1/billing/meters/mtr_1"},
            None,
        ),
        ("v2.core.event_destination.ping", None, None),
    ],
)
def test_a_thin_event_names_its_object(kind: str, related: Any, expected: Any) -> None:
    event = {
        "id": "evt_test_65RCjH",
        "object": "v2.core.event",
        "type": kind,
        "livemode": True,
        "created": "2026-11-24T10:00:00.000Z",
        "related_object": related,
    }
    found = read(json.dumps(event).encode())
    assert (found and (found.kind, found.reference)) == expected


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"object": "event"}',
        b'{"object": "event", "id": "evt_1", "type": "x", "data": {"object": null}}',
        b'{"object": "event", "id": 1, "type": "x", "data": {"object": {"object": "charge"}}}',
        b'{"object": "v3.event", "id": "evt_1"}',
        b'{"object": "v2.core.event", "id": "evt_1", "type": "x", "related_object": []}',
    ],
)
def test_another_signed_message_is_ignored(body: bytes) -> None:
    assert read(body) is None


def test_nothing_of_the_buyer_is_stored() -> None:
    item = {"object": "charge", "id": "ch_1", "payment_intent": "pi_1", "status": "succeeded"}
    event = read(make_event({**item, "billing_details": {"name": "Alice"}}))
    assert event is not None
    assert event.content == {"status": "succeeded", "livemode": False}


@pytest.mark.parametrize(
    "body",
    [b"[]", b"null", b'"x"', b"1", b"{", b"\xff", b"[" * 50_000],
)
def test_a_signed_message_that_is_no_object_is_invalid(body: bytes) -> None:
    with pytest.raises(InvalidWebhook):
        read(body)


def test_a_message_needs_the_signature_of_stripe() -> None:
    body = make_event({"object": "payment_intent", "id": "pi_1"})
    signed = sign(body, SECRET)
    headers = ["", "x", "t=1", signed.replace("v1=", "v0="), sign(body, "whsec_other")]
    headers += [sign(body + b" ", SECRET), f"{signed[:-1]}é", "t=x,v1=x"]
    for header in headers:
        with pytest.raises(InvalidSignature):
            GATEWAY.read_webhook(body, {SIGNATURE_HEADER: header})
    with pytest.raises(InvalidSignature):
        GATEWAY.read_webhook(body, {})


def test_old_signatures_and_those_of_the_future_are_refused() -> None:
    body = make_event({"object": "payment_intent", "id": "pi_1"})
    now = int(time.time())
    margin = 10
    accepted = [now - SIGNATURE_TOLERANCE_SECONDS + margin, now]
    for timestamp in accepted:
        assert read(body, sign(body, SECRET, timestamp=timestamp)) is not None
    refused = [
        now - SIGNATURE_TOLERANCE_SECONDS - margin,
        now + CLOCK_SKEW_SECONDS + margin,
        now + 10**9,
    ]
    for timestamp in refused:
        with pytest.raises(InvalidSignature):
            read(body, sign(body, SECRET, timestamp=timestamp))


async def test_the_events_of_a_purchase_are_read(
    stripe_server: StripeStandIn, gateway: StripeGateway
) -> None:
    paid = await buy(stripe_server, gateway)
    events = [read(json.dumps(event).encode()) for event in stripe_server.events.recorded]
    assert [event.kind for event in events if event] == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]
    assert {event.reference for event in events if event} == {paid.reference}
