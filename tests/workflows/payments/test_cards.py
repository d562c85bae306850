"""Tests of replacing and removing the saved card, and of paying a failed renewal at once."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Conflict, NotFound, PermissionDenied
from community.domain import subscriptions
from community.models import PaymentMethod
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    add_plan,
    buy,
    count_money_at_sandbox,
    get_subscription,
    list_payments,
    list_subscriptions,
    sell,
)

DAY = timedelta(days=1)


async def enter_card(actor: Actor, card: str = "success") -> tuple[str, UUID]:
    """Begin to replace the card, enter one, and return the state of the setup and its id."""
    started = await payments.start_setup(actor)
    await payments.enter_card_at_sandbox(actor, started.setup.id, card=card)
    setup = (await payments.continue_setup(actor, started.setup.id)).setup
    return setup.status, setup.id


async def list_cards() -> list[tuple[str, bool]]:
    """Return the saved cards, and whether each one was removed."""
    async with read_session() as session:
        rows = await session.scalars(select(PaymentMethod).order_by(col(PaymentMethod.id)))
    return [(row.last4, row.removed_at is not None) for row in rows]


async def fail_renewal(cast: Cast) -> timedelta:
    """Buy a plan with a card that fails later, and return the time after the failed renewal."""
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    time = (await get_subscription(cast.alice)).access_until - clock.now() - DAY / 2
    with clock.travel(time):
        assert (await payments.renew_subscriptions()).declined == 1
        assert (await get_subscription(cast.alice)).status == "past_due"
    return time


async def test_renewals_charge_the_new_card(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    assert (await enter_card(cast.alice))[0] == "succeeded"
    subscription = await get_subscription(cast.alice)
    assert subscription.payment_method is not None
    assert subscription.payment_method.last4 == "4242"
    assert await list_cards() == [("0341", True), ("4242", False)]
    assert await count_money_at_sandbox() == 500
    with clock.travel(subscription.access_until - clock.now()):
        assert (await payments.renew_subscriptions()).renewed == 1


async def test_a_declined_card_replaces_nothing(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    status, setup_id = await enter_card(cast.alice, "declined")
    assert status == "failed"
    async with read_session() as session:
        view = await subscriptions.get_own_setup(session, cast.alice, setup_id)
    assert "declined" in view.failure
    assert await list_cards() == [("4242", False)]


async def test_the_bank_confirms_a_new_card(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    status, setup_id = await enter_card(cast.alice, "authentication")
    assert status == "pending"
    await payments.confirm_card_at_sandbox(cast.alice, setup_id, accepts=True)
    assert await list_cards() == [("4242", True), ("3155", False)]


async def test_two_tabs_begin_one_setup(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    started = await asyncio.gather(*(payments.start_setup(cast.alice) for _ in range(4)))
    assert len({item.setup.id for item in started}) == 1


async def test_a_new_card_pays_a_failed_renewal_at_once(cast: Cast) -> None:
    with clock.travel(await fail_renewal(cast)):
        assert (await enter_card(cast.alice))[0] == "succeeded"
        assert (await get_subscription(cast.alice)).status == "active"
        assert (await payments.renew_subscriptions()).due == 0
    assert await count_money_at_sandbox() == 1_000


async def test_attempts_of_the_user_leave_the_planned_attempts(cast: Cast) -> None:
    time = await fail_renewal(cast)
    planned = (await list_subscriptions())[0].next_charge_at
    with clock.travel(time):
        for _ in range(4):
            started = await payments.pay_now(cast.alice)
            assert started is not None
            assert started.payment.status == "failed"
    row = (await list_subscriptions())[0]
    assert (row.status, row.renewal_attempts, row.next_charge_at) == ("past_due", 1, planned)
    with clock.travel(time + DAY):
        assert (await payments.renew_subscriptions()).declined == 1
    assert await count_money_at_sandbox() == 500


async def test_two_clicks_pay_a_failed_renewal_once(cast: Cast) -> None:
    with clock.travel(await fail_renewal(cast)):
        await enter_card(cast.alice, "slow")
        results = await asyncio.gather(
            *(payments.pay_now(cast.alice) for _ in range(3)), return_exceptions=True
        )
        assert all(not isinstance(r, Exception) or isinstance(r, Conflict) for r in results)
    with clock.travel(await fail_time(cast) + timedelta(minutes=1)):
        await payments.check_pending_payments()
        assert (await get_subscription(cast.alice)).status == "active"
    kinds = [payment.kind for payment in await list_payments() if payment.status == "succeeded"]
    assert kinds == ["purchase", "renewal"]


async def fail_time(cast: Cast) -> timedelta:
    return (await get_subscription(cast.alice)).access_until - clock.now() - DAY / 2


async def test_there_is_nothing_to_pay_without_a_failed_renewal(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await payments.pay_now(cast.alice)
    await buy(cast.alice, await sell(cast.olga))
    with pytest.raises(Conflict):
        await payments.pay_now(cast.alice)
    assert await count_money_at_sandbox() == 500


async def test_a_removed_card_is_not_charged_and_can_be_added_again(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    assert await run(subscriptions.remove_method, cast.alice)
    assert not await run(subscriptions.remove_method, cast.alice)
    subscription = await get_subscription(cast.alice)
    assert (subscription.status, subscription.payment_method) == ("canceled", None)
    assert await list_cards() == [("4242", True)]
    with pytest.raises(Conflict):
        await run(subscriptions.resume, cast.alice)
    await enter_card(cast.alice)
    assert (await get_subscription(cast.alice)).status == "canceled"
    await run(subscriptions.resume, cast.alice)
    assert (await get_subscription(cast.alice)).status == "active"


async def test_a_granted_plan_needs_no_card(cast: Cast) -> None:
    plan = await sell(cast.olga)
    until = clock.now() + 10 * DAY
    await run(subscriptions.grant, cast.olga, user_id=cast.bob.id, plan_id=plan.id, until=until)
    with pytest.raises(Conflict):
        await payments.start_setup(cast.bob)


async def test_setups_of_other_people_do_not_exist(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    started = await payments.start_setup(cast.alice)
    for actor in (cast.bob, cast.guest):
        with pytest.raises((NotFound, PermissionDenied)):
            await payments.continue_setup(actor, started.setup.id)
        with pytest.raises((NotFound, PermissionDenied)):
            await payments.enter_card_at_sandbox(actor, started.setup.id, card="success")
    for actor in (cast.guest, cast.mallory):
        with pytest.raises(PermissionDenied):
            await payments.start_setup(actor)


async def test_an_abandoned_setup_expires(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    started = await payments.start_setup(cast.alice)
    with clock.travel(2 * DAY):
        await payments.check_pending_payments()
        setup = (await payments.continue_setup(cast.alice, started.setup.id)).setup
    assert setup.status == "expired"


async def test_a_purchase_after_a_failed_renewal_uses_the_credit(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga, price=3_000), card="renewal_declined")
    plan = await add_plan(cast.olga, name="Month", price=2_000)
    assert await payments.start_payment(cast.alice, plan_id=plan.id) is None
    before = await get_subscription(cast.alice)
    assert before.credit > 0
    with clock.travel(before.access_until - clock.now() - DAY / 2):
        assert (await payments.renew_subscriptions()).declined == 1
        purchase = await buy(cast.alice, plan)
        assert (purchase.kind, purchase.amount) == ("purchase", 2_000 - before.credit)
        after = await get_subscription(cast.alice)
        assert (after.status, after.credit) == ("active", 0)
    with clock.travel(after.access_until - clock.now() - DAY / 2):
        assert (await payments.renew_subscriptions()).renewed == 1
        assert (await list_payments())[-1].amount == 2_000
