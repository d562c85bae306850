"""Tests of payments that succeed after what they were for has changed: the money is returned."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.domain.subscriptions import Order, reconciliation
from community.gateways.payments import PaymentProviderError
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.models import Mail, Payment
from community.workflows import payments
from community.workflows.payments import updates
from tests.cast import Cast
from tests.domain.account_deletion.actions import delete_account
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    count_money_at_sandbox,
    find_subscription,
    get_subscription,
    list_movements,
    list_payments,
    list_subscriptions,
    load_payment,
    sell,
    start,
)

HOUR = timedelta(hours=1)


async def until_end(actor: Actor) -> timedelta:
    return (await get_subscription(actor)).access_until - clock.now()


async def charge_renewal() -> UUID:
    """Let the provider take the money for the renewal, and stop before the answer is stored."""
    async with unit_of_work() as session:
        order = await subscriptions.renewals.begin_renewal(
            session, (await list_subscriptions())[-1].id
        )
    assert isinstance(order, Order)
    await SANDBOX.create_payment(order.charge)
    return order.payment_id


async def list_subjects() -> list[str]:
    async with read_session() as session:
        return list(await session.scalars(select(Mail.subject).where(Mail.kind == "payment")))


async def ensure_returned(payment_id: UUID, *, money: int) -> None:
    payment = await load_payment(payment_id)
    assert (payment.status, payment.refunded, payment.refund_due) == ("canceled", payment.amount, 0)
    assert await count_money_at_sandbox() == money
    assert sum(row.amount for row in await list_movements()) == money
    assert (await list_subjects()).count("Your payment was returned") == 1


async def test_the_renewal_of_a_revoked_subscription_is_returned(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice) - HOUR):
        payment_id = await charge_renewal()
        row = (await list_subscriptions())[0]
        await run(subscriptions.revoke, cast.olga, subscription_id=row.id, reason="Fraud")
        await payments.check_pending_payments()
        assert await find_subscription(cast.alice) is None
    await ensure_returned(payment_id, money=500)


async def test_a_late_renewal_does_not_revive_a_subscription_that_was_canceled(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    left = await until_end(cast.alice)
    with clock.travel(left - HOUR):
        payment_id = await charge_renewal()
        await run(subscriptions.cancel, cast.alice)
    with clock.travel(left + HOUR):
        assert (await payments.renew_subscriptions()).expired == 1
        await payments.check_pending_payments()
        assert await find_subscription(cast.alice) is None
    await ensure_returned(payment_id, money=500)


async def test_a_late_renewal_does_not_replace_another_plan(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    left = await until_end(cast.alice)
    with clock.travel(left - HOUR):
        payment_id = await charge_renewal()
    with clock.travel(left + HOUR):
        await buy(cast.alice, pro)
        await payments.check_pending_payments()
        assert (await get_subscription(cast.alice)).plan.name == "Pro"
    await ensure_returned(payment_id, money=3_500)


async def test_a_change_of_the_plan_during_a_renewal_is_not_paid_at_the_old_price(
    cast: Cast,
) -> None:
    await buy(cast.alice, await sell(cast.olga))
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    with clock.travel(await until_end(cast.alice) - HOUR):
        payment_id = await charge_renewal()
        upgrade = await buy(cast.alice, pro)
        await payments.renew_subscriptions()
        await ensure_returned(payment_id, money=500 + upgrade.amount)
        assert (await get_subscription(cast.alice)).status == "active"
        assert (await payments.renew_subscriptions()).renewed == 1
    assert (await list_payments())[-1].amount == 3_000


async def test_a_late_gift_does_not_replace_the_plan_of_the_recipient(cast: Cast) -> None:
    plan = await sell(cast.olga)
    pro = await add_plan(cast.olga, name="Pro", price=3_000)
    gift = (await start(cast.alice, plan, recipient_id=cast.bob.id)).payment
    await buy(cast.bob, pro)
    await SANDBOX.pay((await load_payment(gift.id)).reference, "success")
    await payments.confirm_payment(cast.alice, gift.id)
    assert (await get_subscription(cast.bob)).plan.name == "Pro"
    await ensure_returned(gift.id, money=3_000)


async def test_a_payment_of_a_deleted_account_is_returned(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await SANDBOX.pay((await load_payment(started.payment.id)).reference, "success")
    await delete_account(cast.alice)
    await payments.check_pending_payments()
    payment = await load_payment(started.payment.id)
    assert (payment.status, payment.failure) == ("canceled", "account_closed")
    assert await list_subscriptions() == []
    assert await count_money_at_sandbox() == 0


async def test_a_return_that_was_interrupted_is_made_later(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    async with unit_of_work() as session:
        row = await session.get_one(Payment, started.payment.id)
        row.status = "expired"
    reported = await SANDBOX.pay(row.reference, "success")
    async with unit_of_work() as session:  # the process stops before it returns the money
        settlement = await subscriptions.settle(session, reported, provider="sandbox")
    assert settlement.refund_due == 500
    for _ in range(2):
        await payments.check_pending_payments()
    assert await count_money_at_sandbox() == 0
    assert sum(row.amount for row in await list_movements()) == 0
    assert await list_subjects() == ["Your payment was returned"]


async def test_a_return_that_the_provider_refuses_is_tried_a_few_times(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    async with unit_of_work() as session:
        row = await session.get_one(Payment, started.payment.id)
        row.status = "expired"
    await SANDBOX.pay(row.reference, "success")
    keys: list[str] = []

    async def refuse(_gateway: object, *arguments: object, **_options: object) -> None:
        keys.append(str(_options["key"]))
        raise PaymentProviderError("charge_disputed")

    with monkeypatch.context() as refusing:
        refusing.setattr(SandboxGateway, "refund", refuse)
        with pytest.raises(PaymentProviderError):
            await updates.refresh("sandbox", row.reference)
        for hours in range(0, 24 * 40, 5):
            with clock.travel(timedelta(hours=hours)):
                await payments.check_pending_payments()
    # Each attempt is another request, because providers repeat the answer for the same key.
    assert len(keys) == len(set(keys)) == 5
    async with read_session() as session:
        assert await reconciliation.count_waiting(session) == 1
        [finding] = (await reconciliation.get_report(session, cast.olga)).findings
    assert (finding.kind, finding.payment_id, finding.journal_amount) == (
        "late_return",
        started.payment.id,
        -500,
    )
    await payments.run_reconciliation()
    async with read_session() as session:
        assert await reconciliation.count_waiting(session) == 1

    await SANDBOX.refund(row.reference, 500, "EUR", "by hand")
    await payments.run_reconciliation()
    async with read_session() as session:
        assert await reconciliation.count_waiting(session) == 0
    assert (await load_payment(started.payment.id)).refund_due == 0


async def test_money_that_was_returned_before_the_site_knew_of_it_has_a_mail(cast: Cast) -> None:
    plan = await sell(cast.olga)
    gift = (await start(cast.alice, plan, recipient_id=cast.bob.id)).payment
    await buy(cast.bob, plan)
    reference = (await load_payment(gift.id)).reference
    await SANDBOX.pay(reference, "success")
    await SANDBOX.dispute(reference)
    for _ in range(2):
        await payments.confirm_payment(cast.alice, gift.id)
    assert (await load_payment(gift.id)).failure == "recipient_has_plan"
    await ensure_returned(gift.id, money=500)
