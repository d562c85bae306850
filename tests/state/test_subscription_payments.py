"""Tests of the section with the payments for subscriptions."""

from datetime import datetime
from typing import Any

from sqlmodel import update

from community import authentication
from community.admin.subscription_payments.reconciliation_state import ReconciliationState
from community.admin.subscription_payments.state import PaymentsState
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.gateways.payments import WebhookEvent
from community.models import SandboxPayment, UserSession
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab
from tests.workflows.payments.buyers import SANDBOX, buy, load_payment, pay, sell, start

SECTION = "subscription-payments"


async def open_section(socket_server: SocketServer, query: str = "") -> Tab:
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, f"/admin-panel/{SECTION}{query}")
    await tab.send(PaymentsState.load)
    await tab.send(PaymentsState.load_balances)
    return tab


def list_rows(tab: Tab) -> list[tuple[str, ...]]:
    rows: list[dict[str, Any]] = tab[PaymentsState]["loaded_page"]["rows"]
    columns = ("person", "plan", "kind", "amount", "status", "provider")
    return [tuple(row["cells"][column]["text"] for column in columns) for row in rows]


async def test_payments_are_listed_searched_and_filtered(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga)
    paid = await buy(cast.bob, plan)
    await buy(cast.alice, plan, card="declined")
    tab = await open_section(socket_server)
    bob = ("Bob", "Plus", "Purchase", "€5.00", "Paid", "Sandbox")
    alice = ("Alice", "Plus", "Purchase", "€5.00", "Failed", "Sandbox")
    assert list_rows(tab) == [alice, bob]
    assert tab[PaymentsState]["balances"] == [{"provider": "Sandbox", "amount": "€5.00"}]
    for term in ("bob", paid.reference):
        await tab.send(PaymentsState.change_search, term=term)
        assert list_rows(tab) == [bob]
    await tab.send(PaymentsState.clear_filters)
    await tab.send(PaymentsState.change_filter, code="status", value="failed")
    assert list_rows(tab) == [alice]
    await tab.send(PaymentsState.change_filter, code="provider", value="stripe")
    assert list_rows(tab) == []


async def test_the_sheet_shows_the_messages_and_the_journal(
    cast: Cast, socket_server: SocketServer
) -> None:
    payment = await buy(cast.bob, await sell(cast.olga))
    for event_id, reference in (("e1", payment.reference), ("e2", "other")):
        event = WebhookEvent(event_id, "payment.changed", reference, {})
        await payments.store_event("sandbox", event)
    tab = await open_section(socket_server, f"?record={payment.id}")
    record, texts = tab[PaymentsState]["record"], tab[PaymentsState]["texts"]
    assert [event["event_id"] for event in record["events"]] == ["e1"]
    assert [(row["label"], row["amount"]) for row in texts["movements"]] == [("Charge", "€5.00")]
    assert (texts["amount"], texts["refunded"]) == ("€5.00", "")


async def test_the_answer_of_the_provider_appears_without_a_reload(
    cast: Cast, socket_server: SocketServer
) -> None:
    started = await start(cast.bob, await sell(cast.olga))
    tab = await open_section(socket_server)
    assert [row[4] for row in list_rows(tab)] == ["Pending"]
    await pay(cast.bob, started.payment.id)
    await database.wait_for_pushes()
    await socket_server.wait_until_idle()
    assert (await load_payment(started.payment.id)).status == "succeeded"
    row = tab[PaymentsState]["changed_rows"][str(started.payment.id)]
    assert row["cells"]["status"]["text"] == "Paid"


async def test_a_message_of_the_provider_is_applied_again(
    cast: Cast, socket_server: SocketServer
) -> None:
    started = await start(cast.bob, await sell(cast.olga))
    reference = (await load_payment(started.payment.id)).reference
    event = WebhookEvent("e1", "payment.changed", reference, {})
    await payments.store_event("sandbox", event)
    tab = await open_section(socket_server, f"?record={started.payment.id}")
    [row] = tab[PaymentsState]["record"]["events"]
    await payments.apply_event(row["id"])
    await SANDBOX.pay(reference, "success")
    await payments.apply_event(row["id"])  # it was applied before
    assert (await load_payment(started.payment.id)).status == "pending"
    await tab.send(PaymentsState.replay, event_id=row["id"])
    [shown] = tab[PaymentsState]["record"]["events"]
    assert shown["applied_at"] is None
    await payments.apply_event(row["id"])
    assert (await load_payment(started.payment.id)).status == "succeeded"


async def test_money_is_returned_once_from_the_sheet(
    cast: Cast, socket_server: SocketServer
) -> None:
    payment = await buy(cast.bob, await sell(cast.olga))
    tab = await open_section(socket_server, f"?record={payment.id}")
    assert tab[PaymentsState]["texts"]["refundable"] == "€5.00"
    async with unit_of_work() as session:
        await session.execute(update(UserSession).values(confirmed_at=clock.now()))
    authentication.clear_cache()
    await tab.send(PaymentsState.open_refund)
    for wrong in ({"amount": "9"}, {"amount": "x", "reason": "other"}, {"amount": "2"}):
        await tab.send(PaymentsState.refund, message=wrong)
        assert tab[PaymentsState]["errors"] != {}
    form = {"amount": "2", "reason": "goodwill", "note": "A bad week"}
    for _click in range(2):
        await tab.send(PaymentsState.refund, message=form)
    texts = tab[PaymentsState]["texts"]
    assert [(row["amount"], row["status"], row["reason"]) for row in texts["refunds"]] == [
        ("€2.00", "succeeded", "Goodwill")
    ]
    assert (texts["refunded"], texts["refundable"]) == ("€2.00", "€3.00")
    assert tab[PaymentsState]["refund_id"] == ""


async def test_a_disputed_payment_shows_its_deadline_and_is_found(
    cast: Cast, socket_server: SocketServer
) -> None:
    plan = await sell(cast.olga)
    await buy(cast.alice, plan)
    payment = await buy(cast.bob, plan)
    await SANDBOX.dispute(payment.reference)
    await payments.confirm_payment(cast.bob, payment.id)
    tab = await open_section(socket_server, f"?dispute=open&record={payment.id}")
    assert [row[0] for row in list_rows(tab)] == ["Bob"]
    [dispute] = tab[PaymentsState]["texts"]["disputes"]
    assert dispute["status"] == "needs_response"
    # The browser shows it in the time zone of the viewer.
    assert datetime.fromisoformat(dispute["due_by"]).tzinfo is not None
    assert tab[PaymentsState]["texts"]["refundable"] == ""


async def test_a_difference_is_shown_and_explained(cast: Cast, socket_server: SocketServer) -> None:
    payment = await buy(cast.bob, await sell(cast.olga))
    async with unit_of_work() as session:
        (await session.get_one(SandboxPayment, payment.reference)).amount = 499
    await payments.run_reconciliation()
    tab = await open_section(socket_server)
    await tab.send(ReconciliationState.load)
    [finding] = tab[ReconciliationState]["findings"]
    assert finding["title"] == "Sandbox · Charge"
    assert finding["amounts"] == "In the journal: €5.00. At the provider: €4.99."
    assert [run["text"] for run in tab[ReconciliationState]["runs"]] == ["1 difference"]
    await tab.send(ReconciliationState.open_form, finding_id=finding["id"])
    await tab.send(ReconciliationState.explain, message={"note": ""})
    assert tab[ReconciliationState]["errors"] != {}
    await tab.send(ReconciliationState.explain, message={"note": "A fee"})
    [finding] = tab[ReconciliationState]["findings"]
    assert (finding["is_explained"], finding["note"]) == (True, "A fee")
