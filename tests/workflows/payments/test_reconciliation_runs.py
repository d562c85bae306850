"""Tests of the comparison of the journal with the provider, which applies what was missed."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound
from community.domain.subscriptions import reconciliation
from community.gateways.payments import ProviderUnavailable
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.jobs.runner import run_scheduled_job
from community.models import ReconciliationFinding, SandboxPayment
from community.workflows import payments
from community.workflows.payments import comparison
from tests.cast import Cast
from tests.domain.actions import run
from tests.stand_ins.stripe.returns import close_dispute, fail_refund, open_dispute
from tests.stripe_server import open_stripe, sell_with_stripe, use_stripe
from tests.workflows.payments.buyers import (
    SANDBOX,
    buy,
    find_subscription,
    get_subscription,
    list_movements,
    load_payment,
    sell,
    start,
)
from tests.workflows.payments.refunding import list_disputes, list_refunds, refund
from tests.workflows.payments.test_stripe import buy as buy_at_stripe

DAY = timedelta(days=1)


async def list_findings() -> list[ReconciliationFinding]:
    async with read_session() as session:
        return list(await session.scalars(select(ReconciliationFinding)))


async def test_a_lost_refund_notification_is_noticed_by_the_schedule(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await SANDBOX.refund(payment.reference, 500, "EUR", "all")
    await run_scheduled_job("reconcile_payments")
    assert (await load_payment(payment.id)).status == "refunded"
    assert await find_subscription(cast.alice) is None
    assert await list_findings() == []
    report = await run(reconciliation.get_report, cast.olga)
    [last] = report.runs
    assert (last.provider, last.compared, last.applied, last.unexplained) == ("sandbox", 2, 1, 0)
    assert last.finished_at is not None


async def test_a_payment_whose_notification_was_lost_gives_the_plan(cast: Cast) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await SANDBOX.pay((await load_payment(started.payment.id)).reference, "success")
    [result] = await payments.run_reconciliation()
    assert (result.applied, result.differences) == (1, [])
    assert (await get_subscription(cast.alice)).status == "active"


async def test_what_cannot_be_explained_is_reported_until_it_is_solved(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await set_amount(payment.reference, 499)
    for _run in range(2):
        [result] = await payments.run_reconciliation()
        assert result.unexplained == 1
    [finding] = await list_findings()
    assert (finding.kind, finding.journal_amount, finding.provider_amount) == ("charge", 500, 499)
    assert (finding.payment_id, finding.resolved_at) == (payment.id, None)
    await set_amount(payment.reference, 500)
    with clock.travel(40 * DAY):  # the movement is older than the window
        [result] = await payments.run_reconciliation()
        assert result.unexplained == 0
        [finding] = await list_findings()
        assert finding.resolved_at is not None


async def test_an_administrator_explains_a_difference(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    await set_amount(payment.reference, 499)
    await payments.run_reconciliation()
    [finding] = (await run(reconciliation.get_report, cast.olga)).findings
    explain = reconciliation.explain_finding
    with pytest.raises(Invalid):
        await run(explain, cast.olga, finding_id=finding.id, note=" ")
    with pytest.raises(NotFound):
        await run(explain, cast.alice, finding_id=finding.id, note="x")
    await run(explain, cast.olga, finding_id=finding.id, note="A fee of the bank")
    [result] = await payments.run_reconciliation()
    assert result.unexplained == 0
    async with read_session() as session:
        assert await reconciliation.count_waiting(session) == 0
    await set_amount(payment.reference, 300)  # something else has happened
    [result] = await payments.run_reconciliation()
    assert result.unexplained == 1


async def test_money_in_the_journal_that_the_provider_does_not_have_is_reported(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    async with unit_of_work() as session:
        await session.delete(await session.get_one(SandboxPayment, payment.reference))
    [result] = await payments.run_reconciliation()
    assert [(item.journal, item.provider_amount) for item in result.differences] == [(500, None)]


async def test_money_at_the_provider_without_a_payment_is_reported(cast: Cast) -> None:
    payment = await buy(cast.alice, await sell(cast.olga))
    async with unit_of_work() as session:
        row = await session.get_one(SandboxPayment, payment.reference)
        values: dict[str, Any] = row.model_dump(exclude={"id", "idempotency_key", "payment_id"})
        session.add(SandboxPayment(id="sandbox_x", idempotency_key="x", payment_id="x", **values))
    [result] = await payments.run_reconciliation()
    assert [(item.reference, item.journal) for item in result.differences] == [("sandbox_x", None)]
    [finding] = await list_findings()
    assert finding.payment_id is None


async def test_a_provider_that_does_not_answer_is_reported(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await buy(cast.alice, await sell(cast.olga))

    async def fail(*_values: Any) -> Any:
        raise ProviderUnavailable("timeout")
        yield  # an asynchronous generator

    with monkeypatch.context() as patch:
        patch.setattr(SandboxGateway, "list_movements", fail)
        [result] = await payments.run_reconciliation()
    assert (result.failure, result.unexplained) == ("timeout", 1)
    assert [item.kind for item in await list_findings()] == ["unreachable"]
    [result] = await payments.run_reconciliation()
    assert result.unexplained == 0


async def test_movements_are_compared_in_batches(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "BATCH_SIZE", 2)
    payment = await buy(cast.alice, await sell(cast.olga))
    for number in range(4):
        await SANDBOX.refund(payment.reference, 100, "EUR", str(number))
    [result] = await payments.run_reconciliation()
    assert (result.compared, result.applied, result.differences) == (5, 1, [])
    assert len(await list_movements()) == 5


async def test_lost_events_of_stripe_are_made_up_for(cast: Cast) -> None:
    async with open_stripe() as server:
        payment = await buy_at_stripe(server, cast.alice, await sell_with_stripe(cast.olga, server))
        await refund(cast.olga, payment, 100)
        fail_refund(server, server.list_kind("refund")[0])
        with clock.travel(50 * DAY):  # long after the charge
            dispute = open_dispute(server, payment.reference)
        with clock.travel(60 * DAY):
            [result] = await payments.run_reconciliation()
            assert (result.applied, result.unexplained) == (1, 0)
            assert [item.status for item in await list_refunds()] == ["failed"]
            assert (await load_payment(payment.id)).status == "refunded"
        close_dispute(server, dispute, is_won=True)
        with clock.travel(130 * DAY):  # the dispute is older than the window
            await payments.run_reconciliation()
            assert [item.status for item in await list_disputes()] == ["won"]
            assert (await load_payment(payment.id)).refunded == 0


async def set_amount(reference: str, amount: int) -> None:
    async with unit_of_work() as session:
        (await session.get_one(SandboxPayment, reference)).amount = amount


async def test_an_account_whose_keys_were_withdrawn_is_reported_once(cast: Cast) -> None:
    async with open_stripe(secret_key="sk_test_old") as old, open_stripe() as new:
        plan = await sell_with_stripe(cast.olga, old)
        for person in (cast.alice, cast.bob):
            await buy_at_stripe(old, person, plan)
        await use_stripe(cast.olga, new)
        [result] = await payments.run_reconciliation()
        assert (result.compared, result.unexplained) == (2, 0)
        old.secret_key = "sk_test_withdrawn"
        [result] = await payments.run_reconciliation()
        assert [item.kind for item in result.differences] == ["unreachable"]
        assert result.unexplained == 1
