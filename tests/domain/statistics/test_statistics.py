"""Tests of the daily statistics."""

from datetime import date, timedelta

from sqlmodel import select, update

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import statistics
from community.domain.statistics import Period, Report
from community.jobs.runner import run_scheduled_job
from community.models import DailyStatistics, User
from community.realtime.presence import get_presence
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply


async def update_statistics() -> None:
    await run_scheduled_job("update_statistics")


async def load_days() -> dict[date, DailyStatistics]:
    async with read_session() as session:
        rows = await session.scalars(select(DailyStatistics))
        return {row.day: row for row in rows}


async def get_report(cast: Cast, period: Period = "7") -> Report:
    async with read_session() as session:
        return await statistics.get_report(session, cast.olga, period=period)


async def see(*user_ids: int) -> None:
    for user_id in user_ids:
        get_presence().record(user_id)
    async with unit_of_work() as session:
        await session.execute(
            update(User).where(User.id.in_(user_ids)).values(last_seen_at=clock.now())  # type: ignore[attr-defined]
        )


async def test_the_first_update_counts_the_whole_history(cast: Cast) -> None:
    earlier = clock.now() - timedelta(days=30)
    await factories.post(cast.alice, published_at=earlier)
    await factories.post(cast.alice, "Second")
    await update_statistics()
    rows, today = await load_days(), clock.now().date()
    assert rows[min(rows)].people == 5
    assert len(rows) == (today - min(rows)).days + 1
    assert (rows[earlier.date()].posts, rows[today].posts) == (1, 1)
    assert (rows[earlier.date()].active, rows[today].active) == (None, 0)
    report = await get_report(cast)
    assert (report.posts.count, report.posts.overall, report.people.overall) == (1, 2, 5)


async def test_an_update_can_be_repeated(cast: Cast) -> None:
    await update_statistics()
    before = {day: row.model_dump() for day, row in (await load_days()).items()}
    await update_statistics()
    assert {day: row.model_dump() for day, row in (await load_days()).items()} == before


async def test_days_without_an_update_are_counted_later(cast: Cast) -> None:
    await update_statistics()
    await factories.post(cast.alice, published_at=clock.now() + timedelta(days=1))
    with clock.travel(timedelta(days=3)):
        await update_statistics()
        report = await get_report(cast)
    assert [point.posts for point in report.points] == [0, 0, 0, 0, 1, 0, 0]


async def test_visits_on_days_without_an_update_are_counted_as_far_as_they_are_known(
    cast: Cast,
) -> None:
    await update_statistics()
    with clock.travel(timedelta(days=1)):
        post = await factories.post(cast.alice)
        await reply(cast.bob, post)
        await reply(cast.alice, post)
    with clock.travel(timedelta(days=2)):
        await see(cast.charlie.id)
    with clock.travel(timedelta(days=3)):
        await update_statistics()
        await update_statistics()
        report = await get_report(cast)
    assert [point.active for point in report.points[-4:]] == [0, 2, 1, 0]
    assert [point.online for point in report.points[-4:]] == [0, None, None, 0]


async def test_the_largest_number_of_people_online_is_kept(cast: Cast) -> None:
    # Stay within one day, whatever the time is.
    noon = clock.now().replace(hour=12, minute=0) - clock.now()
    with clock.travel(noon):
        await see(cast.alice.id, cast.bob.id)
        await update_statistics()
        with clock.travel(timedelta(minutes=30)):
            await see(cast.charlie.id)
            await update_statistics()
            today = (await load_days())[clock.now().date()]
            report = await get_report(cast)
    assert (today.active, today.online) == (3, 2)
    assert (report.active_today, report.online_now) == (3, 1)


async def test_a_report_compares_a_period_with_the_one_before(cast: Cast) -> None:
    for days_ago in (1, 2, 8):
        published_at = clock.now() - timedelta(days=days_ago)
        await factories.post(cast.alice, f"Post {days_ago}", published_at=published_at)
    await update_statistics()
    report = await get_report(cast)
    assert (report.posts.count, report.posts.previous, len(report.points)) == (2, 1, 7)


async def test_a_year_is_shown_by_weeks(cast: Cast) -> None:
    await factories.post(cast.alice)
    await update_statistics()
    report = await get_report(cast, "365")
    assert (len(report.points), report.is_weekly) == (53, True)
    assert report.points[-1].posts == 1
