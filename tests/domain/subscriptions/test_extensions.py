"""Tests of live subscriptions whose access an administrator extends."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import subscriptions
from community.models import AuditEntry, Mail, Notification, UserSubscription
from community.wiring import wire
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
from tests.workflows.payments.test_grace import (
    GRACE,
    let_renewal_fail,
    replace_card,
    sell_with_grace,
)

DAY = timedelta(days=1)


@pytest.fixture(scope="module", autouse=True)
def wire_events() -> None:
    wire()


async def extend(admin: Actor, days: int | None = 10, **values: Any) -> UserSubscription:
    """Extend the last subscription."""
    found = (await list_subscriptions())[-1]
    arguments = {"subscription_id": found.id, "days": days, "reason": "Outage", **values}
    await run(subscriptions.grants.extend, admin, **arguments)
    return (await list_subscriptions())[-1]


async def renew(until: datetime) -> UserSubscription:
    """Renew what is due a moment before a time."""
    with clock.travel(until - clock.now()):
        await payments.renew_subscriptions()
    return (await list_subscriptions())[-1]


async def list_mails() -> list[str]:
    async with read_session() as session:
        return list(await session.scalars(select(Mail.subject).order_by(col(Mail.id))))


async def test_the_next_charge_of_a_paid_plan_moves_by_the_same_time(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga))
    [before] = await list_subscriptions()
    after = await extend(cast.olga)
    assert after.access_until == before.access_until + 10 * DAY
    assert before.next_charge_at is not None
    assert after.next_charge_at == before.next_charge_at + 10 * DAY
    # Nothing is charged at the old time, and the next period begins at the new end.
    assert (await renew(before.next_charge_at + DAY)).period_number == 1
    renewed = await renew(after.next_charge_at + timedelta(hours=1))
    assert (renewed.period_number, renewed.period_start) == (2, after.access_until)
    assert 28 <= (renewed.access_until - renewed.period_start).days <= 31
    assert [payment.amount for payment in await list_payments()] == [500, 500]


@pytest.mark.parametrize("origin", ["grant", "trial", "gift"])
async def test_what_was_not_paid_ends_later_and_is_never_charged(cast: Cast, origin: str) -> None:
    plan = await sell(cast.olga, trial_days=7)
    if origin == "trial":
        await run(subscriptions.start_trial, cast.bob, plan_id=plan.id)
    elif origin == "gift":
        await buy(cast.alice, plan, recipient_id=cast.bob.id)
    else:
        until = clock.now() + 5 * DAY
        values: dict[str, Any] = {"user_id": cast.bob.id, "plan_id": plan.id, "until": until}
        await run(subscriptions.grant, cast.olga, **values)
    before = (await list_subscriptions())[-1]
    after = await extend(cast.olga)
    assert (after.origin, after.next_charge_at) == (origin, None)
    assert after.access_until == before.access_until + 10 * DAY


async def test_a_canceled_plan_stays_canceled(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga))
    await run(subscriptions.cancel, cast.bob)
    after = await extend(cast.olga)
    assert (after.status, after.next_charge_at) == ("canceled", None)


async def test_a_failed_renewal_is_tried_again_at_the_end_of_the_extension(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga), card="renewal_declined")
    [before] = await list_subscriptions()
    await renew(before.access_until - timedelta(hours=1))
    [failed] = await list_subscriptions()
    assert failed.status == "past_due"
    with clock.travel(before.access_until + 2 * DAY - clock.now()):
        now = clock.now()
        after = await extend(cast.olga)
    assert after.status == "active"
    # Days that have passed are not counted.
    assert timedelta(0) <= after.access_until - (now + 10 * DAY) < timedelta(minutes=1)
    assert after.next_charge_at == after.access_until - DAY
    assert after.renewal_attempts == 0
    # Earlier attempts do not count: it is tried again after 1, 3 and 7 days.
    assert after.next_charge_at is not None
    first, attempts = after.next_charge_at, []
    for hour in range(12, 24 * 9, 6):
        with clock.travel(first + timedelta(hours=hour - 11) - clock.now()):
            if (await payments.renew_subscriptions()).declined:
                attempts.append((hour - 11) // 24)
    assert attempts == [0, 1, 3, 7]


@pytest.mark.parametrize("days_later", [2, 5], ids=["during the grace", "after it"])
async def test_days_of_grace_are_not_given_by_an_extension(cast: Cast, days_later: int) -> None:
    end = await let_renewal_fail(cast.bob, await sell_with_grace(cast.olga))
    with clock.travel(end + days_later * DAY - clock.now()):
        after = await extend(cast.olga, days=10)
    given = after.access_until - GRACE * DAY
    assert after.paid_until == given
    assert after.next_charge_at == given - DAY
    assert (await get_subscription(cast.bob)).renews_at == given
    await replace_card(cast.bob)
    renewed = await renew(given - timedelta(hours=1))
    # The user pays for the days of grace, as without the extension.
    assert (renewed.status, renewed.period_number, renewed.period_start) == ("active", 2, given)
    assert 28 <= (renewed.access_until - given).days <= 31


async def test_an_extension_that_is_shorter_than_the_grace_is_charged_before_its_end(
    cast: Cast,
) -> None:
    end = await let_renewal_fail(cast.bob, await sell_with_grace(cast.olga))
    with clock.travel(end + 2.5 * DAY - clock.now()):
        now = clock.now()
        after = await extend(cast.olga, days=1)
    assert after.access_until == end + (GRACE + 1) * DAY
    assert (after.paid_until, after.period_price) == (end + DAY, 0)
    assert after.next_charge_at is not None
    assert now < after.next_charge_at == after.access_until - DAY


async def test_an_end_is_a_day_of_the_site(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga))
    [before] = await list_subscriptions()
    day = before.access_until.date() + 5 * DAY
    values: dict[str, Any] = {"subscription_id": before.id, "day": day, "reason": "Sorry"}
    await run(subscriptions.grants.extend_until_day, cast.olga, **values)
    [after] = await list_subscriptions()
    assert after.access_until == datetime.combine(day, time(23, 59, 59), UTC)


@pytest.mark.parametrize("days", [0, -1, 3_661])
async def test_impossible_numbers_of_days_are_refused(cast: Cast, days: int) -> None:
    await buy(cast.bob, await sell(cast.olga))
    with pytest.raises(Invalid):
        await extend(cast.olga, days)


async def test_an_end_before_the_present_one_is_refused(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga))
    [before] = await list_subscriptions()
    for until in (before.access_until, before.access_until - DAY, before.access_until + 4000 * DAY):
        with pytest.raises(Invalid):
            await extend(cast.olga, days=None, until=until)
    values: dict[str, Any] = {
        "subscription_id": before.id,
        "reason": "Sorry",
        "day": date(2020, 1, 1),
    }
    with pytest.raises(Invalid):
        await run(subscriptions.grants.extend_until_day, cast.olga, **values)


async def test_a_reason_and_a_live_subscription_are_needed(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga))
    with pytest.raises(Invalid):
        await extend(cast.olga, reason=" ")
    with pytest.raises(NotFound):
        await extend(cast.olga, subscription_id=99_999)
    [found] = await list_subscriptions()
    await run(subscriptions.revoke, cast.olga, subscription_id=found.id, reason="Fraud")
    with pytest.raises(Conflict) as ended:
        await extend(cast.olga)
    assert ended.value.code == "subscription_ended"


async def test_only_administrators_of_the_section_extend(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga))
    with pytest.raises(NotFound):
        await extend(cast.bob)
    other = await factories.user("editor", sections=["posts"])
    with pytest.raises(PermissionDenied):
        await extend(other)


async def test_the_user_is_notified_and_the_reason_is_recorded(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga))
    after = await extend(cast.olga)
    subject = (await list_mails())[-1]
    assert subject == f"Your plan “Plus” is extended until {after.access_until:%-d %B %Y}"
    async with read_session() as session:
        kinds = await session.scalars(
            select(Notification.kind).where(Notification.recipient_id == cast.bob.id)
        )
        assert "plan_extended" in set(kinds)
        entry = await session.scalar(
            select(AuditEntry).where(AuditEntry.action == "subscription.extended")
        )
    assert entry is not None
    assert entry.reason == "Outage"
    assert entry.after is not None
    assert entry.after["access_until"] == clock.format_iso(after.access_until)


async def test_the_time_that_was_given_is_worth_no_money(cast: Cast) -> None:
    """A change of the plan turns what is left into credit."""
    cheap = await sell(cast.olga, name="Cheap", price=100)
    await buy(cast.bob, await add_plan(cast.olga, price=1_000))
    [before] = await list_subscriptions()
    half = (before.access_until - before.period_start) / 2
    with clock.travel(half):
        await extend(cast.olga, days=300)
        await payments.start_payment(cast.bob, plan_id=cheap.id)
    # Half of the price was left, and the cheaper plan costs something for the longer time.
    assert (await get_subscription(cast.bob)).credit <= 500


async def test_an_extension_at_the_start_keeps_the_price(cast: Cast) -> None:
    await buy(cast.bob, await sell(cast.olga, price=1_000))
    assert (await extend(cast.olga, days=30)).period_price in {999, 1_000}
