"""Tests of renewals, of what happens when they fail, and of the end of a subscription."""

import asyncio
from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import subscriptions
from community.domain.subscriptions import Order
from community.gateways.payments import ProviderUnavailable
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    buy,
    count_money_at_sandbox,
    find_subscription,
    get_subscription,
    list_movements,
    list_payments,
    list_subscriptions,
    sell,
)

DAY = timedelta(days=1)


async def until_end(actor: Actor) -> timedelta:
    return (await get_subscription(actor)).access_until - clock.now()


async def test_a_subscription_is_renewed_before_the_access_ends(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    before = await get_subscription(cast.alice)
    left = await until_end(cast.alice)
    with clock.travel(left - 2 * DAY):
        assert (await payments.renew_subscriptions()).due == 0
    with clock.travel(left - DAY / 2):
        summary = await payments.renew_subscriptions()
        assert (summary.due, summary.renewed) == (1, 1)
        after = await get_subscription(cast.alice)
        assert (await payments.renew_subscriptions()).due == 0
    assert after.period_start == before.access_until
    assert 28 <= (after.access_until - before.access_until).days <= 31
    assert await count_money_at_sandbox() == 1_000


async def test_two_processes_charge_a_period_once(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice)):
        await asyncio.gather(*(payments.renew_subscriptions() for _ in range(4)))
    assert [payment.kind for payment in await list_payments()] == ["purchase", "renewal"]
    assert await count_money_at_sandbox() == 1_000


async def test_a_renewal_that_was_interrupted_is_continued(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    subscription_id = (await list_subscriptions())[0].id
    with clock.travel(await until_end(cast.alice)):
        async with unit_of_work() as session:  # the process stops before it calls the provider
            order = await subscriptions.renewals.begin_renewal(session, subscription_id)
        assert isinstance(order, Order)
        await SANDBOX.create_payment(order.charge)  # or before it stores the answer
        assert (await payments.renew_subscriptions()).renewed == 1
    assert await count_money_at_sandbox() == 1_000


async def test_a_provider_that_does_not_answer_is_asked_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ProviderUnavailable("timeout")

    await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice)):
        with monkeypatch.context() as patch:
            patch.setattr(SandboxGateway, "create_payment", fail)
            assert (await payments.renew_subscriptions()).failures == 1
        assert (await get_subscription(cast.alice)).status == "active"
        assert (await payments.renew_subscriptions()).renewed == 1
    assert await count_money_at_sandbox() == 1_000


async def test_a_failed_renewal_is_tried_again_after_1_3_and_7_days(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    first_attempt = await until_end(cast.alice) - DAY
    attempts = []
    for hour in range(24 * 9):
        with clock.travel(first_attempt + timedelta(hours=hour, minutes=1)):
            if (await payments.renew_subscriptions()).declined:
                attempts.append(hour // 24)
    assert attempts == [0, 1, 3, 7]
    rows = await list_subscriptions()
    assert [row.status for row in rows] == ["expired"]
    assert await count_money_at_sandbox() == 500


async def test_access_pauses_between_the_end_and_a_late_payment(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    left = await until_end(cast.alice)
    with clock.travel(left - DAY + timedelta(minutes=1)):
        await payments.renew_subscriptions()
        subscription = await get_subscription(cast.alice)
        assert (subscription.status, subscription.has_access) == ("past_due", True)
    with clock.travel(left + DAY):
        assert not (await get_subscription(cast.alice)).has_access


async def test_days_of_standstill_are_not_paid(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice) + 5 * DAY):
        assert (await payments.renew_subscriptions()).renewed == 1
        renewed = await get_subscription(cast.alice)
        assert abs(renewed.period_start - clock.now()) < timedelta(minutes=1)
        assert (renewed.access_until - clock.now()).days >= 27


async def test_a_canceled_subscription_keeps_its_features_until_the_end(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    assert await run(subscriptions.cancel, cast.alice, reason="Too much to read")
    assert not await run(subscriptions.cancel, cast.alice)
    canceled = await get_subscription(cast.alice)
    assert (canceled.status, canceled.has_access, canceled.renews_at) == ("canceled", True, None)
    with clock.travel(await until_end(cast.alice)):
        summary = await payments.renew_subscriptions()
        assert (summary.due, summary.expired) == (0, 1)
        assert await find_subscription(cast.alice) is None
    assert await count_money_at_sandbox() == 500


async def test_a_cancellation_can_be_taken_back(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    await run(subscriptions.cancel, cast.alice)
    assert await run(subscriptions.resume, cast.alice)
    assert not await run(subscriptions.resume, cast.alice)
    with clock.travel(await until_end(cast.alice)):
        assert (await payments.renew_subscriptions()).renewed == 1


async def test_a_cancellation_during_a_renewal_stays(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    subscription_id = (await list_subscriptions())[0].id
    with clock.travel(await until_end(cast.alice) - DAY / 2):
        async with unit_of_work() as session:
            order = await subscriptions.renewals.begin_renewal(session, subscription_id)
        assert isinstance(order, Order)
        await SANDBOX.create_payment(order.charge)
        await run(subscriptions.cancel, cast.alice)
        await payments.check_pending_payments()
        after = await get_subscription(cast.alice)
    assert (after.status, after.renews_at) == ("canceled", None)
    assert (after.access_until - clock.now()).days > 50


async def test_guests_and_people_without_a_plan_have_nothing_to_cancel(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await run(subscriptions.cancel, cast.bob)
    with pytest.raises(NotFound):
        await run(subscriptions.resume, cast.bob)


async def test_a_refund_of_the_whole_amount_ends_the_access(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await payments.confirm_payment(cast.alice, payment.id)
    assert (await get_subscription(cast.alice)).status == "active"
    await SANDBOX.refund(payment.reference, 300, "EUR", "rest")
    await SANDBOX.refund(payment.reference, 300, "EUR", "rest")
    refunded = await payments.confirm_payment(cast.alice, payment.id)
    assert (refunded.status, refunded.refunded) == ("refunded", 500)
    assert await find_subscription(cast.alice) is None
    assert [(row.kind, row.amount) for row in await list_movements()] == [
        ("charge", 500),
        ("refund", -200),
        ("refund", -300),
    ]


async def test_a_dispute_ends_the_access(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.dispute(payment.reference)
    await payments.confirm_payment(cast.alice, payment.id)
    assert [row.status for row in await list_subscriptions()] == ["revoked"]
    async with read_session() as session:
        assert await subscriptions.journal.compute_balances(session) == {("sandbox", "EUR"): 0}


async def test_a_refund_of_an_earlier_period_leaves_the_current_one(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice)):
        await payments.renew_subscriptions()
        await SANDBOX.refund(payment.reference, 500, "EUR", "first")
        await payments.confirm_payment(cast.alice, payment.id)
        assert (await get_subscription(cast.alice)).has_access


async def test_a_dry_run_changes_nothing(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice)):
        assert (await payments.renew_subscriptions(dry_run=True)).due == 1
    assert len(await list_payments()) == 1


async def test_a_granted_plan_ends_by_itself(cast: Cast) -> None:
    plan = await sell(cast.olga)
    until = clock.now() + 10 * DAY
    await run(subscriptions.grant, cast.olga, user_id=cast.bob.id, plan_id=plan.id, until=until)
    granted = await get_subscription(cast.bob)
    assert (granted.origin, granted.access_until, granted.renews_at) == ("grant", until, None)
    with clock.travel(10 * DAY):
        assert (await payments.renew_subscriptions()).expired == 1


async def test_an_administrator_can_end_a_subscription(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    row = (await list_subscriptions())[0]
    with pytest.raises(NotFound):
        await run(subscriptions.revoke, cast.bob, subscription_id=row.id, reason="Fraud")
    assert await run(subscriptions.revoke, cast.olga, subscription_id=row.id, reason="Fraud")
    assert not await run(subscriptions.revoke, cast.olga, subscription_id=row.id, reason="Fraud")
    assert await find_subscription(cast.alice) is None


async def test_attempts_that_were_missed_are_not_made_up_for(cast: Cast) -> None:
    """After a standstill the card is not charged several times within minutes."""
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    first_attempt = await until_end(cast.alice) - DAY
    declined = []
    for days in (0, 5, 5.1, 5.2, 6.9, 7.1, 8):
        with clock.travel(first_attempt + timedelta(days=days, minutes=1)):
            if (await payments.renew_subscriptions()).declined:
                declined.append(days)
    assert declined == [0, 5, 7.1]
    assert [row.status for row in await list_subscriptions()] == ["expired"]
