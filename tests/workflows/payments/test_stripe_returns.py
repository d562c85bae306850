"""Tests of refunds and disputes with Stripe, with the SDK against the stand-in."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid
from community.domain.subscriptions import PlanView, refunds
from community.models import CreditBalance, Mail, Payment
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.stand_ins.stripe.returns import (
    answer_dispute,
    close_dispute,
    complete_refund,
    fail_refund,
    open_dispute,
)
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import (
    add_plan,
    count_payment_mails,
    find_subscription,
    get_subscription,
    list_movements,
    load_payment,
    start,
)
from tests.workflows.payments.refunding import list_disputes, list_refunds, refund
from tests.workflows.payments.sequences.documents import check_documents
from tests.workflows.payments.stripe_events import deliver
from tests.workflows.payments.test_stripe import RETURN_URL, buy


@pytest.fixture
async def stripe_server() -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


@pytest.fixture
async def plan(cast: Cast, stripe_server: StripeStandIn) -> PlanView:
    return await sell_with_stripe(cast.olga, stripe_server)


@pytest.fixture
async def payment(cast: Cast, stripe_server: StripeStandIn, plan: PlanView) -> Payment:
    return await buy(stripe_server, cast.alice, plan)


async def test_a_refund_that_fails_is_no_longer_counted_as_returned(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    await refund(cast.olga, payment, 200)
    assert (await load_payment(payment.id)).refunded == 200
    fail_refund(stripe_server, stripe_server.list_kind("refund")[0])
    await deliver(stripe_server)
    [row] = await list_refunds()
    assert (row.status, row.failure) == ("failed", "lost_or_stolen_card")
    assert (await load_payment(payment.id)).refunded == 0
    assert [(item.kind, item.amount) for item in await list_movements()] == [
        ("charge", 500),
        ("refund", -200),
        ("refund_failed", 200),
    ]
    assert await payments.reconcile_payments() == []
    # The money can be returned in another way, for example with another refund.
    await refund(cast.olga, payment, 200)
    assert (await load_payment(payment.id)).refunded == 200


async def test_a_full_refund_that_fails_gives_the_plan_back(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    before = await get_subscription(cast.alice)
    await refund(cast.olga, payment)
    assert (await load_payment(payment.id)).status == "refunded"
    assert await find_subscription(cast.alice) is None
    with clock.travel(timedelta(days=5)):
        fail_refund(stripe_server, stripe_server.list_kind("refund")[0])
        await deliver(stripe_server)
        after = await load_payment(payment.id)
        assert (after.status, after.refunded) == ("succeeded", 0)
        restored = await get_subscription(cast.alice)
        assert (restored.plan, restored.status) == (before.plan, "active")
        # The five days without access are not lost.
        gain = restored.access_until - before.access_until
        assert timedelta(days=5) <= gain < timedelta(days=5, minutes=1)
        async with read_session() as session:
            mails = select(Mail.subject).where(Mail.subject == "Your payment could not be returned")
            assert len((await session.scalars(mails)).all()) == 1
        await check_documents([after])
        # The money can be returned in another way.
        await refund(cast.olga, payment)
        assert await find_subscription(cast.alice) is None


async def test_a_refund_of_a_change_that_fails_gives_the_new_plan_back(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    larger = await add_plan(cast.olga, name="Pro", price=1000)
    change = await buy(stripe_server, cast.alice, larger)
    before = await get_subscription(cast.alice)
    await refund(cast.olga, change)
    assert (await get_subscription(cast.alice)).plan.name == "Plus"
    fail_refund(stripe_server, stripe_server.list_kind("refund")[0])
    await deliver(stripe_server)
    restored = await get_subscription(cast.alice)
    assert (restored.plan.name, restored.access_until) == ("Pro", before.access_until)
    assert restored.renews_at == before.renews_at
    assert (await load_payment(change.id)).status == "succeeded"
    assert await payments.reconcile_payments() == []


async def test_a_refund_that_fails_after_another_purchase_leaves_credit(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView, payment: Payment
) -> None:
    await refund(cast.olga, payment)
    other = await buy(stripe_server, cast.alice, plan)
    current = (await get_subscription(cast.alice)).access_until
    fail_refund(stripe_server, stripe_server.list_kind("refund")[0])
    await deliver(stripe_server)
    assert (await load_payment(payment.id)).status == "succeeded"
    assert (await get_subscription(cast.alice)).access_until == current
    assert (await load_payment(other.id)).status == "succeeded"
    async with read_session() as session:
        balance = await session.scalar(
            select(CreditBalance.amount).where(CreditBalance.user_id == cast.alice.id)
        )
    assert balance == pytest.approx(500, abs=1)


async def test_administrators_see_a_refund_that_has_failed_until_it_is_made_again(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    await refund(cast.olga, payment, 200)
    fail_refund(stripe_server, stripe_server.list_kind("refund")[0])
    await deliver(stripe_server)
    async with read_session() as session:
        assert await refunds.count_failed(session) == 1
    await refund(cast.olga, payment, 200)
    async with read_session() as session:
        assert await refunds.count_failed(session) == 0


async def test_a_pending_refund_is_finished_by_an_event(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    stripe_server.has_slow_refunds = True
    await refund(cast.olga, payment, 200)
    assert [row.status for row in await list_refunds()] == ["pending"]
    assert (await load_payment(payment.id)).refunded == 0
    with pytest.raises(Invalid):
        await refund(cast.olga, payment, 301)
    await payments.check_pending_payments()
    assert len(stripe_server.list_kind("refund")) == 1
    assert await count_payment_mails(cast.alice) == {"receipt": 1}
    complete_refund(stripe_server, stripe_server.list_kind("refund")[0])
    await deliver(stripe_server)
    assert [row.status for row in await list_refunds()] == ["succeeded"]
    assert (await load_payment(payment.id)).refunded == 200
    assert await count_payment_mails(cast.alice) == {"receipt": 1, "partly returned": 1}


async def test_a_pending_return_of_a_late_payment_is_not_asked_for_again(
    cast: Cast, stripe_server: StripeStandIn, plan: PlanView
) -> None:
    """The key of the request expires at Stripe before a bank transfer is through."""
    stripe_server.has_slow_refunds = True
    payment_id = (await start(cast.alice, plan)).payment.id
    reference = (await load_payment(payment_id)).reference
    stripe_server.pay(reference, "pm_card_visa", return_url=RETURN_URL)
    async with unit_of_work() as session:
        (await session.get_one(Payment, payment_id)).status = "canceled"
    for _ in range(2):
        await payments.confirm_payment(cast.alice, payment_id)
        stripe_server.answers.clear()
    assert (await load_payment(payment_id)).refund_due == 0
    [returned] = stripe_server.list_kind("refund")
    complete_refund(stripe_server, returned)
    await payments.confirm_payment(cast.alice, payment_id)
    assert (await load_payment(payment_id)).refunded == 500


async def test_a_refund_in_the_dashboard_of_the_provider_leaves_less_to_return(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    gateway = await payments.gateways.get_gateway("stripe")
    await gateway.refund(payment.reference, 400, "EUR", "dashboard")
    with pytest.raises(Conflict) as error:
        await refund(cast.olga, payment, 200)
    assert error.value.code == "refund_refused"
    assert [row.status for row in await list_refunds()] == ["failed"]
    assert (await load_payment(payment.id)).refunded == 400


async def test_a_dispute_is_stored_with_its_deadline(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    treasurer = await factories.user("treasurer", sections=["subscription-payments"])
    editor = await factories.user("editor", sections=["posts"])
    dispute = open_dispute(stripe_server, payment.reference)
    await deliver(stripe_server)
    [row] = await list_disputes()
    assert (row.payment_id, row.status, row.reason) == (payment.id, "needs_response", "fraudulent")
    assert row.due_by == datetime.fromtimestamp(dispute["evidence_details"]["due_by"], UTC)
    assert row.is_test
    assert await find_subscription(cast.alice) is None
    for admin, count in ((treasurer, 1), (cast.olga, 1), (editor, 0)):
        mails = await count_payment_mails(admin)
        assert mails.get("A payment of €5.00 is disputed", 0) == count
    answer_dispute(stripe_server, dispute)
    await deliver(stripe_server)
    assert [row.status for row in await list_disputes()] == ["under_review"]
    close_dispute(stripe_server, dispute, is_won=True)
    await deliver(stripe_server)
    assert [row.status for row in await list_disputes()] == ["won"]
    assert (await load_payment(payment.id)).refunded == 0


async def test_an_inquiry_is_stored_and_the_plan_stays(
    cast: Cast, stripe_server: StripeStandIn, payment: Payment
) -> None:
    open_dispute(stripe_server, payment.reference, is_inquiry=True)
    await deliver(stripe_server)
    assert [row.status for row in await list_disputes()] == ["needs_response"]
    assert await find_subscription(cast.alice) is not None
