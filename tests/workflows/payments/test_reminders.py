"""Tests of the mails that remind of a renewal, and of the end of a plan."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.models import Mail, PromoCode
from community.workflows import payments
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import add_plan, buy, get_subscription, sell

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


async def until_end(actor: Actor) -> timedelta:
    return (await get_subscription(actor)).access_until - clock.now()


async def list_reminders(verb: str = "") -> list[Mail]:
    async with read_session() as session:
        rows = await session.scalars(select(Mail).order_by(col(Mail.id)))
    return [row for row in rows if f"{verb} on " in row.subject]


async def remind(time: timedelta) -> int:
    with clock.travel(time):
        return (await payments.renew_subscriptions()).reminders


async def test_a_renewal_is_announced_with_its_amount_date_and_card(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    charge = await until_end(cast.alice) - DAY
    assert await remind(charge - 3 * DAY - HOUR) == 0
    assert await remind(charge - 3 * DAY + HOUR) == 1
    assert await remind(charge - 2 * DAY) == 0
    (mail,) = await list_reminders("renews")
    assert mail.recipient == "alice@example.com"
    for text in ("€5.00", "•••• 4242", "/settings#subscription", "cancel the renewal"):
        assert text in mail.text
    assert "has changed" not in mail.text


async def test_a_yearly_renewal_is_announced_a_week_before(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga, period="year", price=5_000))
    charge = await until_end(cast.alice) - DAY
    assert await remind(charge - 7 * DAY - HOUR) == 0
    assert await remind(charge - 7 * DAY + HOUR) == 1


async def test_each_period_has_its_reminder(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    charge = await until_end(cast.alice) - DAY
    assert await remind(charge - DAY) == 1
    assert await remind(charge + HOUR) == 0  # it is renewed
    next_charge = await until_end(cast.alice) - DAY
    assert await remind(next_charge - DAY) == 1


async def test_several_machines_send_one_reminder(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice) - 2 * DAY):
        runs = [payments.renew_subscriptions() for _ in range(4)]
        summaries = await asyncio.gather(*runs)
    assert sum(summary.reminders for summary in summaries) == 1
    assert len(await list_reminders("renews")) == 1


@pytest.mark.parametrize("late", [DAY - HOUR, DAY + HOUR, 5 * DAY])
async def test_no_reminder_is_sent_after_a_standstill(cast: Cast, late: timedelta) -> None:
    await buy(cast.alice, await sell(cast.olga))
    await run(subscriptions.cancel, cast.alice)
    plan = await add_plan(cast.olga, name="Pro")
    await buy(cast.bob, plan)
    charge = await until_end(cast.bob) - DAY
    with clock.travel(charge + late):
        due = (await payments.renew_subscriptions(dry_run=True)).reminders
    assert due == (1 if late < DAY else 0)  # the plan of Alice, which is not renewed
    await remind(charge + late)
    assert await list_reminders("renews") == []
    assert len(await list_reminders("ends")) == (1 if late < DAY else 0)


async def test_the_end_of_a_canceled_plan_is_announced(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    await run(subscriptions.cancel, cast.alice)
    end = await until_end(cast.alice)
    assert await remind(end - 3 * DAY - HOUR) == 0
    assert await remind(end - 3 * DAY + HOUR) == 1
    assert await remind(end - DAY) == 0
    (mail,) = await list_reminders("ends")
    assert "/settings#subscription" in mail.text


@pytest.mark.parametrize(("days", "reminders"), [(1, 0), (10, 1)])
async def test_the_end_of_a_granted_plan_is_announced_unless_it_has_just_begun(
    cast: Cast, days: int, reminders: int
) -> None:
    plan = await sell(cast.olga)
    until = clock.now() + days * DAY
    await run(subscriptions.grant, cast.olga, user_id=cast.bob.id, plan_id=plan.id, until=until)
    assert await remind(days * DAY - HOUR) == reminders


async def test_a_changed_amount_is_announced(cast: Cast) -> None:
    plan = await sell(cast.olga)
    async with unit_of_work() as session:
        session.add(PromoCode(code="SPRING", percent=50))
    await buy(cast.alice, plan, promo_code="SPRING")
    await remind(await until_end(cast.alice) - 2 * DAY)
    (mail,) = await list_reminders("renews")
    assert "€5.00" in mail.text
    assert "it was €2.50 before" in mail.text


async def test_subscribers_keep_their_price_in_the_reminder(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=900)
    await remind(await until_end(cast.alice) - 2 * DAY)
    (mail,) = await list_reminders("renews")
    assert "€5.00" in mail.text
    assert "€9.00" not in mail.text


async def test_a_dry_run_counts_the_reminders(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with clock.travel(await until_end(cast.alice) - 2 * DAY):
        assert (await payments.renew_subscriptions(dry_run=True)).reminders == 1
    assert await list_reminders() == []
