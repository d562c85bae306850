"""Tests of the notifications about payments, and of the mails beside them."""

import pytest
from sqlmodel import select

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import notifications
from community.domain.notifications.kinds import NotificationKind
from community.models import OutboxMessage
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    SANDBOX,
    buy,
    get_subscription,
    load_payment,
    pay,
    sell,
    start,
)


async def read_inbox(actor: Actor) -> list[tuple[str, str]]:
    """Return the texts and the titles of the notifications."""
    async with read_session() as session:
        inbox = await notifications.get_inbox(session, actor)
    return [(item.text, item.target.title) for item in inbox.items]


async def list_jobs() -> list[str]:
    async with read_session() as session:
        return list(await session.scalars(select(OutboxMessage.name)))


async def test_the_buyer_is_notified_of_a_payment_and_of_its_refund(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    assert await read_inbox(cast.alice) == [("Your payment went through", "Plus")]
    assert await read_inbox(cast.bob) == []
    await SANDBOX.refund(payment.reference, 500, "EUR", "all")
    await payments.confirm_payment(cast.alice, payment.id)
    assert await read_inbox(cast.alice) == [("Your payment was refunded", "Plus")]


@pytest.mark.parametrize("how", ["declined", "canceled"])
async def test_the_buyer_is_notified_of_a_payment_that_did_not_succeed(
    cast: Cast, how: str
) -> None:
    plan = await sell(cast.olga)
    if how == "declined":
        await buy(cast.alice, plan, card="declined")
    else:
        started = await start(cast.alice, plan)
        await payments.cancel_payment(cast.alice, started.payment.id)
    assert await read_inbox(cast.alice) == [(f"Your payment was {how}", "Plus")]


async def test_the_recipient_is_notified_of_a_gift_until_it_is_refunded(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan, recipient_id=cast.bob.id)
    assert await read_inbox(cast.bob) == []
    await pay(cast.alice, started.payment.id)
    async with read_session() as session:
        (item,) = (await notifications.get_inbox(session, cast.bob)).items
    assert (item.text, item.target.url) == ("Alice gave you “Plus”", urls.SUBSCRIPTION_SETTINGS)
    assert [actor.slug for actor in item.actors] == [cast.alice.slug]
    assert await read_inbox(cast.alice) == [("Your payment went through", "Plus")]

    reference = (await load_payment(started.payment.id)).reference
    await SANDBOX.refund(reference, 500, "EUR", "all")
    await payments.confirm_payment(cast.alice, started.payment.id)
    assert await read_inbox(cast.bob) == []


async def test_a_gift_is_not_notified_to_users_who_turned_it_off(cast: Cast) -> None:
    kind = NotificationKind.SUBSCRIPTION_GIFT
    await run(notifications.update_preferences, cast.bob, email=True, types={kind: False})
    await buy(cast.alice, await sell(cast.olga), recipient_id=cast.bob.id)
    assert await read_inbox(cast.bob) == []
    assert "email_notifications" not in await list_jobs()


async def test_the_subscriber_is_notified_of_a_failed_renewal(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    with clock.travel((await get_subscription(cast.alice)).access_until - clock.now()):
        await payments.renew_subscriptions()
    assert ("Your subscription could not be renewed", "Plus") in await read_inbox(cast.alice)


async def test_users_who_turned_the_kind_off_are_not_notified(cast: Cast) -> None:
    kind = NotificationKind.SUBSCRIPTION_PAYMENT
    await run(notifications.update_preferences, cast.alice, types={kind: False})
    await buy(cast.alice, await sell(cast.olga))
    assert await read_inbox(cast.alice) == []


async def test_a_notification_is_not_copied_beside_the_receipt(cast: Cast) -> None:
    await run(notifications.update_preferences, cast.alice, email=True)
    await buy(cast.alice, await sell(cast.olga))
    assert await read_inbox(cast.alice) != []
    assert "email_notifications" not in await list_jobs()
