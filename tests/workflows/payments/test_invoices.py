"""Tests of the documents that payments, refunds and disputes issue."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from community.core import clock, events
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site, subscriptions
from community.gateways.payments import Movement
from community.models import InvoiceDocument
from community.workflows import payments
from tests.cast import Cast
from tests.workflows.payments.buyers import SANDBOX, buy, load_payment, sell, start


async def list_documents() -> list[InvoiceDocument]:
    async with read_session() as session:
        rows = select(InvoiceDocument).order_by(col(InvoiceDocument.id))
        return list(await session.scalars(rows))


async def test_payments_get_consecutive_numbers(cast: Cast) -> None:
    plan = await sell(cast.olga)
    for actor in (cast.alice, cast.bob):
        await buy(actor, plan)
        await buy(cast.charlie, plan, "declined")
    first, second = await list_documents()
    assert (first.kind, first.number, second.number) == ("invoice", 1, 2)
    assert (first.gross, first.net, first.vat, first.currency) == (500, 500, 0, "EUR")


async def test_each_refund_has_one_credit_note(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    for part in ("first", "second"):
        await SANDBOX.refund(payment.reference, 200, "EUR", part)
        for _repeated in range(2):
            await payments.confirm_payment(cast.alice, payment.id)
    await SANDBOX.refund(payment.reference, 100, "EUR", "third")
    await payments.confirm_payment(cast.alice, payment.id)
    documents = await list_documents()
    assert [document.gross for document in documents] == [500, -200, -200, -100]
    assert [document.number for document in documents] == [1, 2, 3, 4]
    invoice, *notes = documents
    assert {note.kind for note in notes} == {"credit_note"}
    assert {note.corrects_id for note in notes} == {invoice.id}


async def test_a_payment_without_success_has_no_invoice(cast: Cast) -> None:
    await start(cast.alice, await sell(cast.olga))
    assert await list_documents() == []


@pytest.mark.parametrize("statement", ["UPDATE invoices SET gross = 1", "DELETE FROM invoices"])
async def test_an_issued_document_cannot_be_changed(cast: Cast, statement: str) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with pytest.raises(DBAPIError, match="append-only"):
        async with unit_of_work() as session:
            await session.execute(text(statement))


async def test_a_payment_and_its_refund_that_arrive_together_have_both_documents(
    cast: Cast,
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    reference = (await load_payment(started.payment.id)).reference
    await SANDBOX.pay(reference, "success")
    await SANDBOX.refund(reference, 500, "EUR", "all")
    await payments.confirm_payment(cast.alice, started.payment.id)
    assert [document.gross for document in await list_documents()] == [500, -500]


async def test_a_dispute_that_was_won_has_another_invoice(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.dispute(payment.reference)
    await payments.confirm_payment(cast.alice, payment.id)
    reported = await SANDBOX.fetch_payment(payment.reference)
    won = Movement("dispute_won", payment.reference, 500, "EUR")
    for _ in range(2):
        async with unit_of_work() as session:
            await subscriptions.settle(
                session,
                replace(reported, movements=(*reported.movements, won)),
                provider="sandbox",
            )
    documents = await list_documents()
    assert [(item.kind, item.gross) for item in documents] == [
        ("invoice", 500),
        ("credit_note", -500),
        ("invoice", 500),
    ]


async def test_credit_notes_return_no_more_than_the_invoice(cast: Cast) -> None:
    """A refund and a lost dispute can both return the whole amount."""
    payment = await buy(cast.alice, await sell(cast.olga))
    reported = await SANDBOX.fetch_payment(payment.reference)
    returned = [Movement("refund", "one", -300, "EUR"), Movement("dispute", "two", -500, "EUR")]
    for count in (1, 2, 2):
        movements = (*reported.movements, *returned[:count])
        async with unit_of_work() as session:
            await subscriptions.settle(
                session, replace(reported, movements=movements), provider="sandbox"
            )
    assert [document.gross for document in await list_documents()] == [500, -300, -200]


async def test_each_year_and_each_beginning_counts_from_one(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = await sell(cast.olga)
    await _set(cast, time_zone="Asia/Tokyo")
    numbers = []
    for actor, moment, prefix in (
        # The new year begins earlier in the time zone of the site.
        (cast.alice, datetime(2030, 12, 31, 14, 59, tzinfo=UTC), ""),
        (cast.bob, datetime(2030, 12, 31, 15, 1, tzinfo=UTC), ""),
        (cast.charlie, datetime(2031, 1, 1, tzinfo=UTC), "AB-"),
        (cast.olga, datetime(2031, 1, 1, tzinfo=UTC), ""),
    ):
        await _set(cast, time_zone="Asia/Tokyo", invoice_prefix=prefix)
        monkeypatch.setattr(clock, "now", lambda moment=moment: moment)
        payment = await buy(actor, plan)
        async with read_session() as session:
            invoice = await subscriptions.invoices.get_invoice(
                session, actor, payment_id=payment.id
            )
        numbers.append((invoice.number, str(invoice.content.day)))
    assert numbers == [
        ("2030-000001", "2030-12-31"),
        ("2031-000001", "2031-01-01"),
        ("AB-2031-000001", "2031-01-01"),
        ("2031-000002", "2031-01-01"),
    ]


async def test_numbers_have_no_gap_if_a_transaction_is_rolled_back(cast: Cast) -> None:
    plan = await sell(cast.olga)
    started = await start(cast.alice, plan)
    reference = (await load_payment(started.payment.id)).reference
    await SANDBOX.pay(reference, "success")
    reported = await SANDBOX.fetch_payment(reference)

    async def settle_and_fail() -> None:
        async with unit_of_work() as session:
            await subscriptions.settle(session, reported, provider="sandbox")
            await events.dispatch(session)
            raise ConnectionError

    with pytest.raises(ConnectionError):
        await settle_and_fail()
    assert await list_documents() == []
    await buy(cast.bob, plan)
    await payments.confirm_payment(cast.alice, started.payment.id)
    assert [document.number for document in await list_documents()] == [1, 2]


async def test_numbers_have_no_gap_if_payments_succeed_at_once(cast: Cast) -> None:
    plan = await sell(cast.olga)
    buyers = (cast.alice, cast.bob, cast.charlie, cast.olga)
    started = [await start(actor, plan) for actor in buyers]
    for item in started:
        await SANDBOX.pay((await load_payment(item.payment.id)).reference, "success")
    await asyncio.gather(
        *(
            payments.confirm_payment(actor, item.payment.id)
            for actor, item in zip(buyers, started, strict=True)
            for _twice in range(2)
        )
    )
    documents = await list_documents()
    assert [document.number for document in documents] == [1, 2, 3, 4]
    assert len({document.payment_id for document in documents}) == len(buyers)


async def _set(cast: Cast, **values: Any) -> None:
    section = site.PaymentSettings(provider="sandbox", **values)
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, section)


async def test_billing_details_are_saved_twice_at_the_same_time(cast: Cast) -> None:
    async def save(name: str) -> None:
        async with unit_of_work() as session:
            await subscriptions.billing_details.change_billing_details(
                session, cast.alice, name=name, address="Mill Lane 1", country="DE", vat_id=""
            )

    await asyncio.gather(*(save(f"Alice {number}") for number in range(8)))
    async with read_session() as session:
        details = await subscriptions.billing_details.get_billing_details(session, cast.alice)
    assert details.name.startswith("Alice ")
