"""Tests of renewals that the bank wants the buyer to confirm."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import col, select

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import notifications, subscriptions
from community.gateways.payments import PaymentProviderError
from community.models import Mail, Payment
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    add_plan,
    buy,
    count_money_at_sandbox,
    get_subscription,
    list_payments,
    list_subscriptions,
    load_payment,
    pay,
    sell,
)
from tests.workflows.payments.test_grace import replace_card, sell_with_grace

DAY = timedelta(days=1)
MOMENT = timedelta(minutes=1)
CARD = "renewal_authentication"


async def renew_at(time: datetime) -> payments.renewals.RenewalSummary:
    with clock.travel(time - clock.now()):
        return await payments.renew_subscriptions()


async def let_bank_ask(actor: Actor, plan: subscriptions.PlanView) -> tuple[datetime, Payment]:
    """Buy a plan, and let the bank ask at the renewal.

    Returns:
        The time of the first attempt, and the renewal.
    """
    await buy(actor, plan, card=CARD)
    first = (await get_subscription(actor)).access_until - DAY + MOMENT
    await renew_at(first)
    return first, (await list_payments())[-1]


async def list_subjects(start: str) -> list[str]:
    async with read_session() as session:
        query = select(Mail.subject).where(col(Mail.subject).startswith(start))
        return list(await session.scalars(query))


async def answer(
    actor: Actor, payment: Payment, time: datetime, *, accepts: bool = True
) -> Payment:
    with clock.travel(time - clock.now()):
        await payments.answer_bank_at_sandbox(actor, payment.id, accepts=accepts)
    return await load_payment(payment.id)


async def test_a_renewal_waits_for_the_buyer(cast: Cast) -> None:
    _first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    assert (renewal.kind, renewal.status, renewal.needs_action) == ("renewal", "pending", True)
    subscription = await get_subscription(cast.alice)
    assert (subscription.status, subscription.has_access) == ("past_due", True)
    assert subscription.renews_at is None
    async with read_session() as session:
        query = select(Mail).where(col(Mail.subject).startswith("Confirm the renewal"))
        mail = (await session.scalars(query)).one()
        page = await notifications.get_inbox(session, cast.alice)
    assert urls.payment(renewal.id) in mail.text
    assert page.items[0].text == "Confirm the renewal of your plan with your bank"


async def test_the_buyer_confirms_the_same_payment(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    before = await get_subscription(cast.alice)
    confirmed = await answer(cast.alice, renewal, first + timedelta(hours=5))
    after = await get_subscription(cast.alice)
    assert (confirmed.status, confirmed.failure) == ("succeeded", "")
    assert (after.status, after.period_start) == ("active", before.access_until)
    assert after.renews_at == after.access_until
    assert await count_money_at_sandbox() == 1_000


async def test_the_buyer_is_reminded_instead_of_charged_again(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    reminders = [1]
    for hour in range(24 * 6):
        await renew_at(first + timedelta(hours=hour))
        reminders.append(len(await list_subjects("Confirm the renewal")))
    assert [reminders.index(count) // 24 for count in (1, 2, 3)] == [0, 1, 3]
    assert [payment.id for payment in await list_payments()][1:] == [renewal.id]
    assert await list_subjects("“Plus” could not be renewed") == []
    confirmed = await answer(cast.alice, renewal, first + 6 * DAY)
    assert confirmed.status == "succeeded"


async def test_the_payment_ends_at_the_time_of_the_last_attempt(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    for days in (1, 3, 7):
        await renew_at(first + days * DAY + MOMENT)
    ended = await load_payment(renewal.id)
    assert ended.status == "canceled"
    assert (await SANDBOX.fetch_payment(renewal.reference)).status == "canceled"
    assert [row.status for row in await list_subscriptions()] == ["expired"]
    assert len(await list_subjects("“Plus” could not be renewed")) == 1
    assert len(await list_payments()) == 2


async def test_the_scheduled_check_leaves_it_open(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    with clock.travel(first + 2 * DAY - clock.now()):
        assert (await payments.check_pending_payments()).statuses == {"pending": 1}
    confirmed = await answer(cast.alice, renewal, first + 2.5 * DAY)
    assert confirmed.status == "succeeded"


async def test_the_scheduled_check_ends_it_after_a_cancellation(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    with clock.travel(first + MOMENT - clock.now()):
        await run(subscriptions.cancel, cast.alice)
        assert (await payments.check_pending_payments()).statuses == {"canceled": 1}
    with pytest.raises(PaymentProviderError):
        await SANDBOX.confirm(renewal.reference, accepts=True)
    assert (await get_subscription(cast.alice)).status == "canceled"


async def test_a_confirmation_during_the_grace_leaves_no_gap(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell_with_grace(cast.olga))
    end = first + DAY - MOMENT
    await renew_at(first + DAY + MOMENT)
    await answer(cast.alice, renewal, end + 2 * DAY)
    subscription = await get_subscription(cast.alice)
    assert (subscription.status, subscription.period_start) == ("active", end)


async def test_to_pay_now_continues_the_same_payment(cast: Cast) -> None:
    _first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    started = await payments.pay_now(cast.alice)
    assert started is not None
    assert (started.payment.id, started.payment.needs_action) == (renewal.id, True)
    assert started.next_step is not None


async def test_a_rejected_confirmation_can_be_tried_again(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    rejected = await answer(cast.alice, renewal, first + MOMENT, accepts=False)
    assert (rejected.status, rejected.failure) == ("failed", "authentication_failed")
    view = await run(subscriptions.get_own_payment, cast.alice, renewal.id)
    assert view.is_overdue
    with clock.travel(first + 2 * MOMENT - clock.now()):
        started = await payments.pay_now(cast.alice)
    assert started is not None
    assert started.payment.needs_action
    second = await answer(cast.alice, await load_payment(started.payment.id), first + 3 * MOMENT)
    assert second.status == "succeeded"


async def test_a_new_card_replaces_the_payment_that_waits(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    with clock.travel(first + MOMENT - clock.now()):
        await replace_card(cast.alice)
    assert (await load_payment(renewal.id)).status == "canceled"
    assert (await get_subscription(cast.alice)).status == "active"
    assert await list_subjects("“Plus” could not be renewed") == []
    assert await count_money_at_sandbox() == 1_000


async def test_the_renewal_can_be_paid_with_another_card_on_its_page(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    with clock.travel(first + MOMENT - clock.now()):
        started = await payments.pay_now(cast.alice, with_other_card=True)
        assert started is not None
        again = await payments.pay_now(cast.alice, with_other_card=True)
        assert again is not None
        assert again.payment.id == started.payment.id != renewal.id
        assert (await load_payment(renewal.id)).status == "canceled"
        assert await pay(cast.alice, started.payment.id) == "succeeded"
    subscription = await get_subscription(cast.alice)
    assert subscription.status == "active"
    assert subscription.payment_method is not None
    assert subscription.payment_method.last4 == "4242"


async def test_an_abandoned_payment_with_another_card_does_not_stop_the_attempts(
    cast: Cast,
) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    first = (await get_subscription(cast.alice)).access_until - DAY + MOMENT
    await renew_at(first)
    with clock.travel(first + DAY - 2 * timedelta(hours=1) - clock.now()):
        started = await payments.pay_now(cast.alice, with_other_card=True)
    assert started is not None
    assert (await renew_at(first + DAY + MOMENT)).declined == 1
    assert (await load_payment(started.payment.id)).status == "canceled"
    assert [item.status for item in await list_payments()][-1] == "failed"


async def test_a_change_of_the_plan_replaces_the_payment_that_waits(cast: Cast) -> None:
    first, renewal = await let_bank_ask(cast.alice, await sell(cast.olga))
    other = await add_plan(cast.olga, name="Pro", price=900)
    with clock.travel(first + MOMENT - clock.now()):
        await buy(cast.alice, other)
        await payments.renew_subscriptions()
    assert (await load_payment(renewal.id)).status == "canceled"
    subscription = await get_subscription(cast.alice)
    assert (subscription.status, subscription.plan.name) == ("active", "Pro")
