"""Tests of refunds by administrators, with the sandbox."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.gateways.payments import ProviderUnavailable
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.models import AuditEntry, Mail
from community.workflows import payments
from tests.cast import Cast
from tests.workflows.payments.buyers import (
    SANDBOX,
    buy,
    count_payment_mails,
    find_subscription,
    get_subscription,
    list_movements,
    load_payment,
    sell,
)
from tests.workflows.payments.refunding import confirm, list_refunds, refund


async def test_a_part_is_returned_and_the_plan_stays(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await refund(cast.olga, payment, 200, reason="goodwill", note="A bad week")
    [row] = await list_refunds()
    assert (row.status, row.amount, row.requested_by_id) == ("succeeded", 200, cast.olga.id)
    assert (await load_payment(payment.id)).refunded == 200
    assert (await get_subscription(cast.alice)).status == "active"
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "partly returned": 1}
    text = await load_mail("Part of your payment")
    assert "€2.00" in text
    assert "Goodwill" in text
    assert "A bad week" not in text


async def test_the_rest_is_returned_and_the_plan_ends(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await refund(cast.olga, payment, 200)
    await refund(cast.olga, payment)
    assert [row.amount for row in await list_refunds()] == [200, 300]
    assert (await load_payment(payment.id)).status == "refunded"
    assert await find_subscription(cast.alice) is None
    mails = await count_payment_mails(cast.alice)
    assert mails == {"receipt": 1, "partly returned": 1, "returned": 1}
    assert "Requested by the buyer" in await load_mail("Your payment was returned")
    with pytest.raises(Conflict):
        await refund(cast.olga, payment, 1)


async def test_a_refund_is_in_the_audit_log(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await refund(cast.olga, payment, 200, reason="problem", note="Ticket 7")
    async with read_session() as session:
        query = select(AuditEntry).where(AuditEntry.action == "payment.refunded")
        entry = (await session.scalars(query)).one()
    assert (entry.target_id, entry.target_name) == (str(payment.id), cast.alice.name)
    assert entry.reason == "Ticket 7"
    assert entry.after == {"refund": 200, "currency": "EUR", "reason": "problem"}


@pytest.mark.parametrize("is_dialog", [False, True])
async def test_a_repeated_request_returns_the_money_once(cast: Cast, is_dialog: bool) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    values: dict[str, Any] = {"refund_id": uuid4()} if is_dialog else {}
    first, second = [await refund(cast.olga, payment, 200, **values) for _ in range(2)]
    assert first == second
    assert (await load_payment(payment.id)).refunded == 200
    await asyncio.gather(*(refund(cast.olga, payment, 100, note="b") for _ in range(3)))
    assert (await load_payment(payment.id)).refunded == 300


async def test_the_same_amount_can_be_returned_again(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await refund(cast.olga, payment, 200)
    with clock.travel(timedelta(minutes=11)):
        await refund(cast.olga, payment, 200)
    await refund(cast.olga, payment, 100, refund_id=uuid4())
    assert (await load_payment(payment.id)).refunded == 500


async def test_two_administrators_return_no_more_than_what_is_left(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    other = replace(cast.olga, user_id=cast.bob.id)
    results = await asyncio.gather(
        refund(cast.olga, payment, 300), refund(other, payment, 300), return_exceptions=True
    )
    assert sum(isinstance(item, Invalid) for item in results) == 1
    assert (await load_payment(payment.id)).refunded == 300
    assert [item.amount for item in await list_movements()] == [500, -300]


@pytest.mark.parametrize("amount", [0, -1, 501])
async def test_a_wrong_amount_is_rejected(cast: Cast, amount: int) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    with pytest.raises(Invalid):
        await refund(cast.olga, payment, amount)
    assert await list_refunds() == []


async def test_a_refund_needs_a_reason_the_section_and_a_confirmation(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    with pytest.raises(Invalid):
        await refund(cast.olga, payment, 1, reason="")
    with pytest.raises(NotFound):
        await refund(cast.alice, payment, 1)
    with pytest.raises(PermissionDenied):
        await refund(replace(cast.olga, sections=frozenset({"posts"})), payment, 1)
    unconfirmed = replace(confirm(cast.olga), confirmed_at=None)
    with pytest.raises(PermissionDenied) as error:
        await payments.refund_payment(
            unconfirmed, payment_id=payment.id, amount=1, reason="requested"
        )
    assert error.value.code == "confirmation_required"
    assert await list_refunds() == []


async def test_a_refund_that_the_provider_refuses_has_failed(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.dispute(payment.reference)
    with pytest.raises(Conflict):
        await refund(cast.olga, payment, 100)
    # The site learns of the dispute when it asks, and then nothing is left.
    assert [row.status for row in await list_refunds()] == ["failed"]
    assert (await load_payment(payment.id)).refunded == 500


@pytest.mark.parametrize("is_made", [False, True])
async def test_an_interrupted_refund_is_made_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, is_made: bool
) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    send = SandboxGateway.refund

    async def lose_answer(*values: Any, **options: Any) -> Any:
        if is_made:
            await send(*values, **options)
        raise ProviderUnavailable("timeout")

    with monkeypatch.context() as patch:
        patch.setattr(SandboxGateway, "refund", lose_answer)
        await refund(cast.olga, payment, 200)
    assert [row.status for row in await list_refunds()] == ["created"]
    with pytest.raises(Invalid):  # the money may be on its way
        await refund(cast.olga, payment, 400)
    for _ in range(2):
        assert (await payments.check_pending_payments()).failures == 0
    assert [row.status for row in await list_refunds()] == ["succeeded"]
    assert (await load_payment(payment.id)).refunded == 200
    assert await payments.reconcile_payments() == []


async def load_mail(subject: str) -> str:
    async with read_session() as session:
        query = select(Mail.text).where(col(Mail.subject).startswith(subject))
        return (await session.scalars(query)).one()
