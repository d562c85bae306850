"""Tests of the section with the subscriptions of all users."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from sqlmodel import select, update

from community.admin.user_subscriptions.history_state import SubscriptionHistoryState
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import read_session, unit_of_work
from community.domain import subscriptions
from community.jobs.runner import run_scheduled_job
from community.models import Mail, Notification, PaymentMethod
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import add_plan, buy, find_subscription, get_subscription, sell

SECTION = "user-subscriptions"


async def open_section(socket_server: SocketServer, query: str = "") -> Tab:
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, f"/admin-panel/{SECTION}{query}")
    await tab.send(UserSubscriptionsState.load)
    await tab.send(UserSubscriptionsState.load_figures)
    return tab


def list_rows(tab: Tab) -> list[tuple[str, ...]]:
    rows: list[dict[str, Any]] = tab[UserSubscriptionsState]["loaded_page"]["rows"]
    columns = ("person", "plan", "status", "origin", "price")
    return [tuple(row["cells"][column]["text"] for column in columns) for row in rows]


async def test_subscriptions_are_listed_searched_and_filtered(
    cast: Cast, socket_server: SocketServer
) -> None:
    plus, pro = await sell(cast.olga), await add_plan(cast.olga, name="Pro", price=12_000)
    await buy(cast.bob, plus)
    await buy(cast.alice, pro)
    tab = await open_section(socket_server)
    bob = ("Bob", "Plus", "Active", "Purchase", "€5.00")
    alice = ("Alice", "Pro", "Active", "Purchase", "€120.00")
    assert list_rows(tab) == [alice, bob]
    await tab.send(UserSubscriptionsState.change_search, term="bo")
    assert list_rows(tab) == [bob]
    await tab.send(UserSubscriptionsState.clear_filters)
    await tab.send(UserSubscriptionsState.change_filter, code="plan", value=str(pro.id))
    assert list_rows(tab) == [alice]
    await tab.send(UserSubscriptionsState.clear_filters)
    await tab.send(UserSubscriptionsState.change_filter, code="status", value="expired")
    assert list_rows(tab) == []


async def test_the_numbers_count_what_is_paid_in_a_month(
    cast: Cast, socket_server: SocketServer
) -> None:
    plus = await sell(cast.olga, price=500)
    year = await add_plan(cast.olga, name="Year", price=12_000, period="year", currency="USD")
    await buy(cast.bob, plus)
    await buy(cast.alice, year)
    until = clock.now().replace(year=clock.now().year + 1)
    await run(subscriptions.grant, cast.olga, user_id=cast.charlie.id, plan_id=plus.id, until=until)
    figures = (await open_section(socket_server))[UserSubscriptionsState]["figures"]
    assert (figures["live"], figures["revenue"]) == ("3", ["€5.00", "$10.00"])
    assert [(plan["name"], plan["count"]) for plan in figures["plans"]] == [
        ("Plus", "2"),
        ("Year", "1"),
    ]


async def test_the_charts_show_the_chosen_plan_provider_and_currency(
    cast: Cast, socket_server: SocketServer
) -> None:
    plus = await sell(cast.olga, price=500)
    pro = await add_plan(cast.olga, name="Pro", price=700, currency="USD")
    await buy(cast.bob, plus)
    await buy(cast.alice, pro)
    await run_scheduled_job("update_statistics")
    tab = await open_section(socket_server)
    assert tab[UserSubscriptionsState]["figures"]["plan_names"] == {
        str(plus.id): "Plus",
        str(pro.id): "Pro",
    }
    await tab.send(SubscriptionHistoryState.toggle)
    history = tab[SubscriptionHistoryState]["history"]
    assert (history["subscribers"], history["revenue"]) == ("2", "$7.00")
    assert history["points"][-1]["revenue"] == 7
    await tab.send(SubscriptionHistoryState.select_currency, currency="EUR")
    await tab.send(SubscriptionHistoryState.select_plan, plan=str(plus.id))
    await tab.send(SubscriptionHistoryState.select_provider, provider="sandbox")
    await tab.send(SubscriptionHistoryState.select_period, period="7")
    history = tab[SubscriptionHistoryState]["history"]
    assert (history["subscribers"], history["revenue"]) == ("1", "€5.00")
    assert len(history["points"]) == 7
    url = tab[SubscriptionHistoryState]["csv_url"]
    assert url.endswith(f"/statistics.csv?period=7&plan={plus.id}&provider=sandbox")
    for handler, value in (
        (SubscriptionHistoryState.select_plan, {"plan": "x"}),
        (SubscriptionHistoryState.select_provider, {"provider": ["x"]}),
        (SubscriptionHistoryState.select_period, {"period": "8"}),
        (SubscriptionHistoryState.select_currency, {"currency": {}}),
    ):
        await tab.send(handler, **value)
    assert tab[SubscriptionHistoryState]["csv_url"] == url


async def choose_recipient(tab: Tab, term: str, user: Actor) -> None:
    await tab.send(UserSubscriptionsState.search_recipients, term=term)
    assert [row["slug"] for row in tab[UserSubscriptionsState]["recipients"]] == [user.slug]
    await tab.send(UserSubscriptionsState.choose_recipient, user_id=user.id)
    assert tab[UserSubscriptionsState]["recipient"]["slug"] == user.slug


async def test_the_person_is_found_notified_and_offered_an_extension(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga)
    tab = await open_section(socket_server)
    for term in ("bob", "Bob", "bob@example.com"):
        await tab.send(UserSubscriptionsState.open_form)
        await choose_recipient(tab, term, cast.bob)
    day = clock.now().date() + timedelta(days=30)
    form = {"plan_id": str(plan.id), "until": day.isoformat()}
    await tab.send(UserSubscriptionsState.save, message=form)
    async with read_session() as session:
        kinds = list(await session.scalars(select(Notification.kind)))
        mails = list(await session.scalars(select(Mail)))
    assert kinds == ["plan_granted"]
    assert [(mail.recipient, mail.subject) for mail in mails][-1] == (
        "bob@example.com",
        f"You got the plan “{plan.name}”",
    )
    await tab.send(UserSubscriptionsState.open_form)
    await choose_recipient(tab, "bob", cast.bob)
    assert tab[UserSubscriptionsState]["recipient_plan"].startswith(f"{plan.name} until")
    await tab.send(UserSubscriptionsState.extend_recipient)
    before = await get_subscription(cast.bob)
    assert tab[UserSubscriptionsState]["record_id"] == before.id
    await tab.send(UserSubscriptionsState.confirm, message={"reason": "Outage", "days": "5"})
    assert (await get_subscription(cast.bob)).access_until == before.access_until + timedelta(5)


async def test_others_do_not_search_for_people(cast: Cast, socket_server: SocketServer) -> None:
    limited = await factories.user("limited", sections=["users"])
    for actor in (cast.guest, cast.alice, limited):
        tab = await socket_server.open(actor, "/admin-panel/user-subscriptions")
        await tab.send(UserSubscriptionsState.search_recipients, term="bob")
        assert not tab[UserSubscriptionsState].get("recipients")


async def test_a_plan_is_granted_and_revoked_with_a_reason(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga, features=["badge"])
    tab = await open_section(socket_server)
    await tab.send(UserSubscriptionsState.open_form)
    day = clock.now().date() + timedelta(days=30)
    form = {"plan_id": str(plan.id), "until": day.isoformat()}
    await tab.send(UserSubscriptionsState.save, message=form)
    assert tab[UserSubscriptionsState]["errors"].keys() == {"username"}
    await choose_recipient(tab, "@Bob", cast.bob)
    for field, value in (
        ("plan_id", ""),
        *(("until", day) for day in ("", "2020-01-01", "2199-01-01", "9999-12-31")),
    ):
        await tab.send(UserSubscriptionsState.save, message={**form, field: value})
        assert tab[UserSubscriptionsState]["errors"].keys() == {field}, (field, value)
    await tab.send(UserSubscriptionsState.save, message=form)
    assert tab[UserSubscriptionsState]["figures"]["live"] == "1"
    granted = await get_subscription(cast.bob)
    assert granted.access_until == datetime.combine(day, time(23, 59, 59), UTC)
    await tab.send(UserSubscriptionsState.open_record, record_id=granted.id)
    assert tab[UserSubscriptionsState]["record"]["changed_by"]["slug"] == "treasurer"
    await tab.send(UserSubscriptionsState.ask, action="revoke", record_id=granted.id)
    await tab.send(UserSubscriptionsState.confirm, message={"reason": ""})
    assert tab[ToastsState]["toasts"][-1]["text"] == "Enter a reason."
    await tab.send(UserSubscriptionsState.ask, action="revoke", record_id=granted.id)
    await tab.send(UserSubscriptionsState.confirm, message={"reason": "A mistake"})
    assert tab[UserSubscriptionsState]["record"]["status"] == "revoked"
    assert tab[UserSubscriptionsState]["figures"]["live"] == "0"
    assert await find_subscription(cast.bob) is None


async def test_the_brand_of_a_card_is_written_as_people_write_it(
    cast: Cast, socket_server: SocketServer
) -> None:
    await buy(cast.bob, await sell(cast.olga))
    subscription = await get_subscription(cast.bob)
    tab = await open_section(socket_server)
    for brand, name in (
        ("sandbox", "Sandbox"),
        ("visa", "Visa"),
        ("mastercard", "Mastercard"),
        ("sepa_debit", "SEPA Direct Debit"),
        ("bank_card", "Bank card"),
    ):
        async with unit_of_work() as session:
            await session.execute(update(PaymentMethod).values(brand=brand))
        await tab.send(UserSubscriptionsState.open_record, record_id=subscription.id)
        assert tab[UserSubscriptionsState]["texts"]["card"] == f"{name} •••• 4242"


async def test_subscriptions_are_extended_by_days_or_to_a_day(
    cast: Cast, socket_server: SocketServer
) -> None:
    await buy(cast.bob, await sell(cast.olga))
    before = await get_subscription(cast.bob)
    tab = await open_section(socket_server)

    async def extend(**fields: str) -> str:
        await tab.send(UserSubscriptionsState.ask, action="extend", record_id=before.id)
        await tab.send(UserSubscriptionsState.confirm, message={"reason": "Outage", **fields})
        return str(tab[UserSubscriptionsState]["action_error"])

    both = {"days": "5", "until": "2199-01-01"}
    for fields in ({}, both, {"days": "x"}):
        assert await extend(**fields), fields
    assert not await extend(days="5")
    after = await get_subscription(cast.bob)
    assert after.access_until == before.access_until + timedelta(days=5)
    day = after.access_until.date() + timedelta(days=3)
    assert not await extend(until=day.isoformat())
    after = await get_subscription(cast.bob)
    assert after.access_until == datetime.combine(day, time(23, 59, 59), UTC)


async def test_a_cancellation_by_the_user_appears_without_a_reload(
    cast: Cast, socket_server: SocketServer
) -> None:
    await buy(cast.bob, await sell(cast.olga))
    tab = await open_section(socket_server)
    await run(subscriptions.cancel, cast.bob, reason="Too much to read")
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    [row] = tab[UserSubscriptionsState]["changed_rows"].values()
    assert row["cells"]["status"]["text"] == "Canceled"
    assert row["cells"]["reason"]["text"] == "Too much to read"
