"""Tests of the comparison of the journal with the provider."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from community.core.db.sessions import unit_of_work
from community.models import SandboxPayment
from community.workflows import payments
from tests.cast import Cast
from tests.workflows.payments.buyers import SANDBOX, buy, load_payment, sell, start


async def test_the_journal_agrees_with_the_provider(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    await payments.confirm_payment(cast.alice, payment.id)
    assert await payments.reconcile_payments() == []


async def test_a_difference_is_reported(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.refund(payment.reference, 200, "EUR", "part")
    async with unit_of_work() as session:
        row = await session.get_one(SandboxPayment, payment.reference)
        row.amount = 499
    assert [
        (item.kind, item.journal, item.provider_amount)
        for item in await payments.reconcile_payments()
    ] == [("charge", 500, 499), ("refund", None, -200)]


async def test_money_at_a_provider_that_the_journal_does_not_know_is_reported(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await SANDBOX.pay((await load_payment(started.payment.id)).reference, "success")
    assert [
        (item.kind, item.journal, item.provider_amount)
        for item in await payments.reconcile_payments()
    ] == [("charge", None, 500)]


@pytest.mark.parametrize(
    "statement", ["UPDATE money_movements SET amount = 1", "DELETE FROM money_movements"]
)
async def test_the_journal_cannot_be_changed(cast: Cast, statement: str) -> None:
    await buy(cast.alice, await sell(cast.olga))
    with pytest.raises(DBAPIError, match="append-only"):
        async with unit_of_work() as session:
            await session.execute(text(statement))
