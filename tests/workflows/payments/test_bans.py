"""Tests of the subscriptions of banned users: they are not charged, and get no gifts."""

from datetime import timedelta

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, PermissionDenied
from community.domain import subscriptions
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.moderation.actions import ban, confirm, lift, reload
from tests.workflows.payments.buyers import (
    SANDBOX,
    buy,
    count_money_at_sandbox,
    find_subscription,
    get_subscription,
    list_payments,
    load_payment,
    sell,
    start,
)

DAY = timedelta(days=1)


async def until_end(actor: Actor) -> timedelta:
    return (await get_subscription(actor)).access_until - clock.now()


async def test_a_ban_without_an_end_ends_the_renewal(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    await ban(await confirm(cast.olga), cast.alice)
    subscription = await get_subscription(cast.alice)
    assert (subscription.status, subscription.has_access) == ("canceled", True)
    with pytest.raises(PermissionDenied):
        await run(subscriptions.resume, await reload(cast.alice))
    with clock.travel(await until_end(cast.alice)):
        summary = await payments.renew_subscriptions()
        assert (summary.due, summary.expired) == (0, 1)
    assert await count_money_at_sandbox() == 500


async def test_a_renewal_waits_for_the_end_of_a_ban(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    left = await until_end(cast.alice)
    await ban(await confirm(cast.olga), cast.alice, until=clock.now() + left + 10 * DAY)
    with clock.travel(left + DAY):
        summary = await payments.renew_subscriptions()
        assert (summary.due, summary.renewed, summary.expired) == (0, 0, 0)
        assert len(await list_payments()) == 1
    with clock.travel(left + 11 * DAY):
        assert (await payments.renew_subscriptions()).renewed == 1
        # The days of the ban without access are not paid.
        assert (await until_end(cast.alice)) > 27 * DAY


async def test_a_lifted_ban_lets_the_renewal_go_on(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    left, admin = await until_end(cast.alice), await confirm(cast.olga)
    await ban(admin, cast.alice, until=clock.now() + left + 10 * DAY)
    with clock.travel(left - DAY / 2):
        assert (await payments.renew_subscriptions()).due == 0
        await lift(admin, cast.alice)
        assert (await payments.renew_subscriptions()).renewed == 1


async def test_a_banned_user_cannot_pay_a_failed_renewal(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    with clock.travel(await until_end(cast.alice) - DAY / 2):
        assert (await payments.renew_subscriptions()).declined == 1
        until = clock.now() + 10 * DAY
        await ban(await confirm(cast.olga), cast.alice, until=until)
        with pytest.raises(PermissionDenied):
            await payments.pay_now(await reload(cast.alice))


async def test_banned_users_get_no_gifts(cast: Cast) -> None:
    plan = await sell(cast.olga)
    with pytest.raises(Conflict) as error:
        await start(cast.alice, plan, recipient_id=cast.mallory.id)
    assert error.value.code == "recipient_banned"
    assert await list_payments() == []


async def test_a_gift_to_a_user_who_was_banned_meanwhile_is_returned(cast: Cast) -> None:
    gift = (await start(cast.alice, await sell(cast.olga), recipient_id=cast.bob.id)).payment
    await ban(await confirm(cast.olga), cast.bob)
    await SANDBOX.pay((await load_payment(gift.id)).reference, "success")
    assert (await payments.confirm_payment(cast.alice, gift.id)).status == "canceled"
    assert await find_subscription(cast.bob) is None
    assert await count_money_at_sandbox() == 0
