"""Tests of the commands `subscriptions:…` and `payments:reconcile`."""

import asyncio
import json
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select, update
from typer.testing import CliRunner

from community.cli.app import app
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.gateways.payments import ProviderUnavailable
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.models import PaymentMethodSetup, SandboxPayment, User, UserSubscription
from community.wiring import wire
from tests import factories
from tests.workflows.payments.buyers import SANDBOX, buy, list_payments, sell, start

RENEW, CHECK = "subscriptions:auto-renew", "subscriptions:payments:check-pending"


@pytest.fixture(autouse=True)
def subscriber(site: Path) -> None:
    wire()
    run_on_database(_subscribe())


async def _subscribe() -> None:
    """Create a subscription whose renewal is due, and an unfinished payment of another user."""
    plan = await sell(await factories.user("admin", is_admin=True))
    await buy(await factories.user("ada"), plan)
    await start(await factories.user("grace"), plan)
    async with unit_of_work() as session:
        due_at = clock.now() - timedelta(minutes=1)
        await session.execute(update(UserSubscription).values(next_charge_at=due_at))


def run_on_database(action: Coroutine[Any, Any, Any]) -> Any:
    async def run_and_close() -> Any:
        try:
            return await action
        finally:
            await database.close()

    return asyncio.run(run_and_close())


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture
def broken_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise ProviderUnavailable("connection refused")

    monkeypatch.setattr(SandboxGateway, "create_payment", fail)
    monkeypatch.setattr(SandboxGateway, "fetch_payment", fail)
    monkeypatch.setattr(SandboxGateway, "fetch_setup", fail)


@pytest.mark.usefixtures("broken_provider")
def test_renewals_that_fail_fail_the_command() -> None:
    result = CliRunner().invoke(app, [RENEW])
    assert result.exit_code == 1
    assert "1 subscription could not be charged." in result.stderr
    shown = json.loads(run(RENEW, "--json", code=1))
    assert (shown["failures"], shown["message"]) == (1, result.stderr.splitlines()[-1])
    assert run(RENEW, "--dry-run", code=0)


@pytest.mark.usefixtures("broken_provider")
def test_payments_and_cards_that_cannot_be_checked_fail_the_command() -> None:
    run_on_database(_begin_card())
    result = CliRunner().invoke(app, [CHECK])
    assert result.exit_code == 1
    assert "2 payments or cards could not be checked." in result.stderr
    shown = json.loads(run(CHECK, "--json", code=1))
    assert (shown["failures"], "message" in shown) == (2, True)


async def _begin_card() -> None:
    async with unit_of_work() as session:
        [user] = await session.scalars(select(User).where(User.slug == "ada"))
        setup = PaymentMethodSetup(user_id=user.id, provider="sandbox", reference="setup_1")
        session.add(setup)


def count_payments() -> int:
    return len(run_on_database(list_payments()))


def test_a_dry_run_of_the_renewals_prints_a_table_and_changes_nothing() -> None:
    table = run(RENEW, "--dry-run")
    assert "Renewals (dry run)" in table
    assert any(line.split()[1:4] == ["due", "│", "1"] for line in table.splitlines())
    assert json.loads(run(RENEW, "--dry-run", "--json"))["dry_run"] is True
    assert count_payments() == 2


def test_renewals_are_charged_once() -> None:
    shown = json.loads(run(RENEW, "--json"))
    assert (shown["due"], shown["renewed"], shown["failures"]) == (1, 1, 0)
    assert json.loads(run(RENEW, "--json"))["due"] == 0
    assert count_payments() == 3


def test_a_dry_run_of_the_check_prints_a_table_and_asks_no_provider() -> None:
    table = run(CHECK, "--dry-run")
    assert "Payments (dry run)" in table
    assert any(line.split()[1:4] == ["checked", "│", "1"] for line in table.splitlines())
    assert json.loads(run(CHECK, "--json"))["pending"] == 1


def test_differences_between_the_journal_and_the_provider_are_applied() -> None:
    reconcile = "payments:reconcile"
    assert run(reconcile) == "The journal agrees with the providers.\n"
    payment = run_on_database(list_payments())[0]
    run_on_database(SANDBOX.refund(payment.reference, 200, "EUR", "part"))
    table = run(reconcile, "--dry-run", code=1)
    assert "refund" in table
    assert "-200" in table
    found = json.loads(run(reconcile, "--dry-run", "--json", code=1))["differences"]
    assert [(item["kind"], item["journal"]) for item in found] == [("refund", None)]
    assert json.loads(run(reconcile, "--json"))["applied"] == 1
    assert run_on_database(list_payments())[0].refunded == 200


def test_a_difference_that_cannot_be_applied_fails_the_command() -> None:
    payment = run_on_database(list_payments())[0]

    async def change_amount() -> None:
        async with unit_of_work() as session:
            (await session.get_one(SandboxPayment, payment.reference)).amount += 1

    run_on_database(change_amount())
    assert "501" in run("payments:reconcile", code=1)
