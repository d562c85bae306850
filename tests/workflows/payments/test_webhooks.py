"""Tests of the messages of providers: signed, stored once, and applied once in any order."""

import json

import pytest
from sqlmodel import col, select

from community import jobs
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, NotFound
from community.domain import subscriptions
from community.gateways.payments import InvalidSignature, InvalidWebhook, WebhookEvent
from community.gateways.payments.sandbox.gateway import SIGNATURE_HEADER, sign_webhook
from community.models import ProviderEvent
from community.workflows import payments
from tests.cast import Cast
from tests.workflows.payments.buyers import (
    SANDBOX,
    count_money_at_sandbox,
    find_subscription,
    get_subscription,
    list_movements,
    load_payment,
    sell,
    start,
)


async def send(event_id: str, reference: str, kind: str = "payment.changed") -> bool:
    body = json.dumps({"event_id": event_id, "kind": kind, "reference": reference}).encode()
    headers = {SIGNATURE_HEADER: sign_webhook(body)}
    event = await payments.read_event("sandbox", body, headers)
    assert event is not None
    return await payments.store_event("sandbox", event)


async def list_events() -> list[ProviderEvent]:
    async with read_session() as session:
        return list(await session.scalars(select(ProviderEvent).order_by(col(ProviderEvent.id))))


async def test_an_event_is_stored_and_applied_once(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    reference = (await load_payment(started.payment.id)).reference
    await SANDBOX.pay(reference, "success")
    assert [await send("e1", reference) for _ in range(3)] == [True, False, False]
    assert await find_subscription(cast.alice) is None
    await jobs.run_due_jobs()
    assert (await get_subscription(cast.alice)).status == "active"
    assert [(event.event_id, event.outcome) for event in await list_events()] == [
        ("e1", "succeeded")
    ]


async def test_events_in_the_wrong_order_change_nothing(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    reference = (await load_payment(started.payment.id)).reference
    await SANDBOX.pay(reference, "success")
    for number, kind in enumerate(["payment.succeeded", "payment.created", "payment.canceled"]):
        await send(f"e{number}", reference, kind)
    await jobs.run_due_jobs()
    assert (await load_payment(started.payment.id)).status == "succeeded"
    assert [event.outcome for event in await list_events()][1:] == ["unchanged", "unchanged"]
    assert len(await list_movements()) == 1
    assert await count_money_at_sandbox() == 500


async def test_an_event_about_an_unknown_payment_is_kept_for_administrators(cast: Cast) -> None:
    await sell(cast.olga)
    await send("e1", "")
    await jobs.run_due_jobs()
    assert [event.outcome for event in await list_events()] == ["ignored"]


async def test_a_message_without_the_right_signature_is_not_stored(cast: Cast) -> None:
    await sell(cast.olga)
    for headers in ({}, {SIGNATURE_HEADER: "x"}, {SIGNATURE_HEADER: sign_webhook(b"other")}):
        with pytest.raises(InvalidSignature):
            await payments.read_event("sandbox", b"{}", headers)
    assert await list_events() == []


@pytest.mark.parametrize(
    "body", [b"[]", b"null", b'"x"', b"{", b"{}", b'{"event_id": "1"}', b"\xff"]
)
async def test_a_signed_message_that_is_no_event_is_not_stored(cast: Cast, body: bytes) -> None:
    await sell(cast.olga)
    headers = {SIGNATURE_HEADER: sign_webhook(body)}
    with pytest.raises(InvalidWebhook):
        await payments.read_event("sandbox", body, headers)
    assert await list_events() == []


async def test_an_unknown_provider_does_not_exist(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await payments.read_event("acme", b"{}", {})


async def test_an_event_waits_for_the_keys_of_its_provider(cast: Cast) -> None:
    event = WebhookEvent("e1", "payment_intent.succeeded", "pi_1")
    await payments.store_event("stripe", event)
    with pytest.raises(NotFound):
        await payments.apply_event((await list_events())[0].id)
    assert [event.applied_at for event in await list_events()] == [None]


async def test_the_report_of_another_provider_changes_nothing(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    payment = await load_payment(started.payment.id)
    reported = await SANDBOX.pay(payment.reference, "success")
    with pytest.raises(Conflict) as error:
        async with unit_of_work() as session:
            await subscriptions.settle(session, reported, provider="stripe")
    assert error.value.details == {"field": "provider"}
    assert (await load_payment(payment.id)).status == "pending"
