"""Tests of the daily numbers of paid subscriptions."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import subscriptions
from community.domain.subscriptions.statistics import SubscriptionReport
from community.jobs.runner import run_scheduled_job
from community.models import DailySubscriptionStatistics
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.query_capture import capture_queries
from tests.workflows.payments.buyers import add_plan, buy, get_subscription, sell

DAY = timedelta(days=1)


async def update_statistics() -> None:
    await run_scheduled_job("update_statistics")


async def load_report(cast: Cast, **values: Any) -> SubscriptionReport:
    async with read_session() as session:
        return await subscriptions.statistics.load_report(
            session, cast.olga, **{"period": "7", **values}
        )


async def load_rows() -> list[dict[str, Any]]:
    async with read_session() as session:
        rows = await session.scalars(select(DailySubscriptionStatistics))
        return [row.model_dump() for row in rows]


async def test_the_numbers_follow_the_formulas(cast: Cast) -> None:
    plus = await sell(cast.olga, price=500, trial_days=14)
    year = await add_plan(cast.olga, name="Year", price=12_000, period="year")
    dollars = await add_plan(cast.olga, name="Dollars", price=700, currency="USD")
    dave, erin, frank = [await factories.user(name) for name in ("dave", "erin", "frank")]
    await buy(cast.alice, plus)
    await buy(cast.bob, year)
    await buy(dave, dollars)
    for user in (cast.charlie, erin):
        await run(subscriptions.start_trial, user, plan_id=plus.id)
    await run(
        subscriptions.grant,
        cast.olga,
        user_id=frank.id,
        plan_id=plus.id,
        until=clock.now() + 60 * DAY,
    )
    await update_statistics()
    report = await load_report(cast)
    assert (report.currency, report.currencies) == ("EUR", ["EUR", "USD"])
    # Trials and grants are no subscribers. A year counts with a twelfth of its price.
    assert (report.subscribers, report.monthly_revenue) == (3, 500 + 1_000)
    assert (report.churned, report.churn, report.trial_conversion) == (0, 0, None)
    with clock.travel(DAY):
        await buy(cast.charlie, plus)
        bob = await get_subscription(cast.bob)
        await run(subscriptions.revoke, cast.olga, subscription_id=bob.id, reason="A test")
        await buy(cast.bob, plus, "declined")
        await update_statistics()
        report = await load_report(cast)
        assert [point.subscribers for point in report.points] == [*[None] * 5, 3, 3]
        assert [point.monthly_revenue for point in report.points][-2:] == [1_500, 1_000]
        assert (report.churned, report.churn) == (1, 1 / 3)
        assert (report.trials_converted, report.trials_ended, report.trial_conversion) == (1, 1, 1)
        assert report.failed_payments == 1
        of_year = await load_report(cast, plan_id=year.id)
        assert [point.subscribers for point in of_year.points][-2:] == [1, 0]
        assert (of_year.churn, of_year.failed_payments, of_year.trials_ended) == (1, 0, 0)
        of_provider = await load_report(cast, provider="sandbox", currency="USD")
        assert (of_provider.subscribers, of_provider.monthly_revenue) == (3, 700)
        of_other = await load_report(cast, provider="stripe")
        assert (of_other.subscribers, of_other.churn, of_other.failed_payments) == (0, None, 0)
    with clock.travel(15 * DAY):
        # Erin's trial ends without a purchase. No server ran for two weeks.
        await payments.renew_subscriptions()
        await update_statistics()
        report = await load_report(cast, period="30")
        assert (report.trials_converted, report.trials_ended) == (1, 2)
        assert report.trial_conversion == 1 / 2
        assert [point.subscribers for point in report.points][-16:] == [3, 3, *[None] * 13, 3]


async def test_a_subscription_that_is_not_renewed_is_churn_on_the_day_it_ends(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    await run(subscriptions.cancel, cast.alice)
    await update_statistics()
    end = (await get_subscription(cast.alice)).access_until - clock.now()
    with clock.travel(end + timedelta(minutes=1)):
        await payments.renew_subscriptions()
        await update_statistics()
        report = await load_report(cast, period="90")
        assert (report.subscribers, report.churned, report.churn) == (0, 1, 1)
        assert [point.churned for point in report.points][-2:] == [0, 1]


async def test_an_update_can_be_repeated_and_forgets_groups_that_are_gone(cast: Cast) -> None:
    plus, pro = await sell(cast.olga), await add_plan(cast.olga, name="Pro", price=900)
    await buy(cast.alice, plus)
    await update_statistics()
    before = await load_rows()
    await update_statistics()
    assert await load_rows() == before
    await buy(cast.alice, pro)
    await update_statistics()
    report = await load_report(cast)
    assert (report.subscribers, report.monthly_revenue, report.churned) == (1, 900, 0)
    assert (await load_report(cast, plan_id=plus.id)).subscribers == 0


@pytest.mark.parametrize("is_counted_before", [False, True])
async def test_an_erased_account_is_churn(cast: Cast, is_counted_before: bool) -> None:
    await buy(cast.alice, await sell(cast.olga, price=9_000, period="year"))
    await update_statistics()
    with clock.travel(30 * DAY):
        if is_counted_before:
            await update_statistics()
        async with unit_of_work() as session:
            await subscriptions.personal_data.erase_subscriptions(session, user_ids=[cast.alice.id])
        for _ in range(2):
            await update_statistics()
            report = await load_report(cast, period="90")
            assert (report.subscribers, report.churned, report.churn) == (0, 1, 1)
    with clock.travel(31 * DAY):
        await update_statistics()
        assert (await load_report(cast, period="90")).churned == 1


async def test_a_year_has_a_point_for_each_week(cast: Cast) -> None:
    await buy(cast.alice, await sell(cast.olga))
    await update_statistics()
    report = await load_report(cast, period="365")
    assert (report.is_weekly, len(report.points)) == (True, 53)
    assert (report.points[-1].subscribers, report.points[-1].monthly_revenue) == (1, 500)
    async with read_session() as session:
        days = await subscriptions.statistics.list_days(session, cast.olga, period="365")
    assert [(day.plan, day.provider, day.subscribers) for day in days] == [
        ("Plus", "", 0),
        ("Plus", "sandbox", 1),
    ]


async def test_a_report_needs_two_queries_for_any_number_of_days_and_plans(cast: Cast) -> None:
    plans = [await sell(cast.olga)]
    plans += [await add_plan(cast.olga, name=f"Plan {number}") for number in range(3)]
    for user, plan in zip((cast.alice, cast.bob, cast.charlie), plans, strict=False):
        await buy(user, plan)
    for days in range(3):
        with clock.travel(days * DAY):
            await update_statistics()
    for period in subscriptions.statistics.REPORT_PERIODS:
        async with read_session() as session:
            with capture_queries() as queries:
                await subscriptions.statistics.load_report(session, cast.olga, period=period)
        assert len(queries) == 2, queries


async def test_only_administrators_of_the_section_read_the_numbers(cast: Cast) -> None:
    other = await factories.user("editor", sections=["posts"])
    async with read_session() as session:
        for actor, code in ((cast.alice, "not_found"), (other, "forbidden")):
            with pytest.raises(DomainError) as error:
                await subscriptions.statistics.load_report(session, actor, period="7")
            assert error.value.code == code
            with pytest.raises(DomainError) as error:
                await subscriptions.statistics.list_days(session, actor, period="7")
            assert error.value.code == code
