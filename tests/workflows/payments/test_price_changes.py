"""Tests of subscribers whom an administrator moves to the current price of their plan."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import subscriptions
from community.domain.subscriptions import PlanView, PriceChangeView
from community.domain.subscriptions.billing import add_periods
from community.jobs.registry import JOBS
from community.models import AuditEntry, Mail, OutboxMessage, PlanPriceChange
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import (
    add_plan,
    buy,
    get_subscription,
    list_payments,
    list_subscriptions,
    sell,
)

DAY = timedelta(days=1)


def get_day(days: int) -> date:
    return (clock.now() + days * DAY).date()


async def plan_change(
    admin: Actor, plan: PlanView, days: int = 40, **values: Any
) -> PriceChangeView:
    arguments: dict[str, Any] = {
        "plan_id": plan.id,
        "first_day": get_day(days),
        "reason": "Costs",
        **values,
    }
    return await run(subscriptions.price_changes.plan_price_change, admin, **arguments)


async def withdraw(admin: Actor, plan: PlanView) -> None:
    arguments: dict[str, Any] = {"plan_id": plan.id, "reason": "Too soon"}
    await run(subscriptions.price_changes.withdraw_price_change, admin, **arguments)


async def run_jobs() -> None:
    """Run the jobs of price changes that the outbox contains, each until its end."""
    async with unit_of_work() as session:
        rows = list(await session.scalars(select(OutboxMessage).order_by(col(OutboxMessage.id))))
        for row in rows:
            if "price_change" in row.name:
                await session.delete(row)
    for row in rows:
        after: int | None = 0
        while "price_change" in row.name and after is not None:
            async with unit_of_work() as session:
                after = await JOBS[row.name](session, **row.arguments, after=after)


async def list_mails(start: str = "The price of") -> list[Mail]:
    async with read_session() as session:
        query = select(Mail).where(col(Mail.subject).startswith(start)).order_by(col(Mail.id))
        return list(await session.scalars(query))


async def renew(times: int = 1) -> list[int]:
    """Renew the first live subscription, and return the amounts of the last payments."""
    for _ in range(times):
        subscription = (await list_subscriptions())[0]
        with clock.travel(subscription.access_until - DAY / 2 - clock.now()):
            await payments.renew_subscriptions()
    return [payment.amount for payment in (await list_payments())[-times:]]


async def sell_and_raise(cast: Cast, price: int = 700, **values: Any) -> PlanView:
    """Let Bob buy a plan for 5 euros, whose price then changes for others."""
    plan = await sell(cast.olga, features=["badge"])
    await buy(cast.bob, plan)
    changes: dict[str, Any] = {"plan_id": plan.id, "price": price, **values}
    return await run(subscriptions.edit_plan, cast.olga, **changes)


async def test_the_new_price_is_charged_from_the_first_renewal_after_the_day(cast: Cast) -> None:
    plan = await sell_and_raise(cast, features=["reactions"])
    await plan_change(cast.olga, plan)
    await run_jobs()
    view = await get_subscription(cast.bob)
    assert (view.next_price, [feature.code for feature in view.features]) == (500, ["badge"])
    # The first renewal is due before the day.
    assert await renew(3) == [500, 700, 700]
    view = await get_subscription(cast.bob)
    assert (view.price, [feature.code for feature in view.features]) == (700, ["reactions"])
    assert view.upcoming == []


async def test_each_subscriber_gets_one_mail_with_both_prices_and_the_renewal(cast: Cast) -> None:
    plan = await sell_and_raise(cast)
    await buy(cast.charlie, plan)
    await plan_change(cast.olga, plan)
    before = (await get_subscription(cast.bob)).access_until
    for _ in range(2):
        await run_jobs()
    [mail] = await list_mails()
    first = find_ends(before)[1]
    assert mail.subject == f"The price of “Plus” changes on {first:%-d %B %Y}"
    last_day = f"cancel the renewal in the settings before {first - DAY:%-d %B %Y}"
    for text in ("€5.00 a month", "€7.00 a month", last_day):
        assert text in mail.text
    charge = (await get_subscription(cast.bob)).upcoming
    assert charge == [f"€7.00 a month from the renewal on {first:%-d %B %Y}."]


def find_ends(end: datetime) -> list[datetime]:
    return [add_periods(end, count, "month", ZoneInfo("UTC")) for count in range(3)]


async def test_batches_are_resumed_and_tell_each_subscriber_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.domain.subscriptions.plans.price_changes.BATCH_SIZE", 1)
    plan = await sell(cast.olga)
    for buyer in (cast.bob, cast.alice, cast.charlie):
        await buy(buyer, plan)
    plan = await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=700)
    await plan_change(cast.olga, plan)
    async with unit_of_work() as session:
        change = (await session.scalars(select(PlanPriceChange))).one()
        first = await subscriptions.price_change_mails.announce_price_change(
            session, change_id=change.id
        )
    assert first is not None
    # The process stops before the progress is saved, so the job begins again.
    await run_jobs()
    assert sorted(mail.recipient[0] for mail in await list_mails()) == ["a", "b", "c"]


async def test_the_reminder_names_the_new_amount(cast: Cast) -> None:
    plan = await sell_and_raise(cast)
    await plan_change(cast.olga, plan)
    await run_jobs()
    await renew()
    with clock.travel((await list_subscriptions())[0].access_until - 3 * DAY - clock.now()):
        await payments.renew_subscriptions()
    [mail] = await list_mails("“Plus” renews on")
    assert "€7.00" in mail.text
    assert "The amount has changed: it was €5.00 before." in mail.text


async def test_who_cancels_or_changes_the_plan_is_not_affected(cast: Cast) -> None:
    plan = await sell(cast.olga)
    pro = await add_plan(cast.olga, name="Pro", price=2_000)
    for buyer in (cast.bob, cast.alice, cast.charlie):
        await buy(buyer, plan)
    await run(subscriptions.cancel, cast.alice)
    plan = await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=700)
    await plan_change(cast.olga, plan)
    await run_jobs()
    assert len(await list_mails()) == 2
    await buy(cast.charlie, pro)
    assert (await get_subscription(cast.charlie)).upcoming == []
    # Who resumes later was not notified, and keeps the price.
    await run(subscriptions.resume, cast.alice)
    for _ in range(3):
        rows = [row for row in await list_subscriptions() if row.user_id == cast.alice.id]
        with clock.travel(rows[0].access_until - DAY / 2 - clock.now()):
            await payments.renew_subscriptions()
    assert (await get_subscription(cast.alice)).price == 500
    assert (await get_subscription(cast.charlie)).price == 2_000


async def test_a_withdrawn_change_moves_no_one_and_tells_them(cast: Cast) -> None:
    plan = await sell_and_raise(cast)
    await plan_change(cast.olga, plan)
    await run_jobs()
    await withdraw(cast.olga, plan)
    assert (await get_subscription(cast.bob)).upcoming == []
    await run_jobs()
    assert [mail.subject for mail in await list_mails()][-1] == (
        "The price of “Plus” stays the same"
    )
    assert await renew(3) == [500, 500, 500]
    with pytest.raises(NotFound):
        await withdraw(cast.olga, plan)


async def test_a_change_that_is_withdrawn_before_the_mails_sends_none(cast: Cast) -> None:
    plan = await sell_and_raise(cast)
    await plan_change(cast.olga, plan)
    await withdraw(cast.olga, plan)
    await run_jobs()
    assert await list_mails() == []


async def test_a_change_cannot_be_withdrawn_after_its_day(cast: Cast) -> None:
    plan = await sell_and_raise(cast)
    await plan_change(cast.olga, plan)
    with clock.travel(41 * DAY), pytest.raises(NotFound):
        await withdraw(cast.olga, plan)


async def test_the_announced_terms_do_not_change_with_the_plan(cast: Cast) -> None:
    """No one has bought the new version, but it was announced."""
    plan = await sell_and_raise(cast)
    await plan_change(cast.olga, plan)
    await run_jobs()
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=99_000)
    assert await renew(2) == [500, 700]


@pytest.mark.parametrize("days", [-1, 29, 367])
async def test_the_day_must_leave_time_to_cancel(cast: Cast, days: int) -> None:
    plan = await sell_and_raise(cast)
    with pytest.raises(Invalid) as error:
        await plan_change(cast.olga, plan, days)
    assert list(error.value.field_errors) == ["first_day"]


async def test_one_change_at_a_time_and_only_if_there_is_someone_to_move(cast: Cast) -> None:
    plan = await sell(cast.olga)
    await buy(cast.bob, plan)
    with pytest.raises(Conflict) as nothing:
        await plan_change(cast.olga, plan)
    assert nothing.value.code == "nothing_to_change"
    # Another period would be another contract.
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, period="year")
    with pytest.raises(Conflict):
        await plan_change(cast.olga, plan)
    changes: dict[str, Any] = {"plan_id": plan.id, "period": "month", "price": 700}
    await run(subscriptions.edit_plan, cast.olga, **changes)
    await plan_change(cast.olga, plan)
    with pytest.raises(Conflict) as planned:
        await plan_change(cast.olga, plan)
    assert planned.value.code == "price_change_planned"


async def test_administrators_see_who_pays_an_earlier_price_and_what_is_planned(
    cast: Cast,
) -> None:
    plan = await sell_and_raise(cast)
    [view] = await run(subscriptions.list_plans, cast.olga)
    assert (view.earlier_subscribers_count, view.price_change) == (1, None)
    await plan_change(cast.olga, plan)
    await run_jobs()
    [view] = await run(subscriptions.list_plans, cast.olga)
    assert view.price_change is not None
    assert (view.price_change.price, view.price_change.subscribers_count) == (700, 1)
    async with read_session() as session:
        [public] = await subscriptions.plans.queries.list_plans_on_sale(session)
        actions = set(await session.scalars(select(AuditEntry.action)))
    assert (public.earlier_subscribers_count, public.price_change) == (None, None)
    assert "price_change.planned" in actions


async def test_only_administrators_of_the_section_change_prices(cast: Cast) -> None:
    plan = await sell_and_raise(cast)
    with pytest.raises(NotFound):
        await plan_change(cast.bob, plan)
    other = await factories.user("editor", sections=["posts"])
    for act in (plan_change, withdraw):
        with pytest.raises(PermissionDenied):
            await act(other, plan)
    with pytest.raises(Invalid):
        await plan_change(cast.olga, plan, reason=" ")


async def test_a_discount_lowers_the_new_price_too(cast: Cast) -> None:
    plan = await sell(cast.olga, price=1_000)
    code: dict[str, Any] = {"code": "HALF", "percent": 50, "periods": 0}
    await run(subscriptions.create_promo_code, cast.olga, **code)
    await buy(cast.bob, plan, promo_code="HALF")
    plan = await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=2_000)
    await plan_change(cast.olga, plan)
    await run_jobs()
    assert await renew(2) == [500, 1_000]
