"""Tests of the checklist before a site takes real money."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from community.admin.payment_provider import ITEMS, build_items
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound, PermissionDenied
from community.core.settings import settings
from community.domain import discovery, site, subscriptions
from community.domain.subscriptions.administration.readiness import CHECKS
from community.models import Mail, ProviderEvent, ReconciliationFinding, ReconciliationRun
from tests import factories
from tests.cast import Cast
from tests.domain.actions import run
from tests.workflows.payments.buyers import add_plan

DOCUMENT = Path(__file__).parents[3] / "docs" / "payments.md"
LIVE: dict[str, Any] = {
    "provider": "stripe",
    "stripe_publishable_key": "pk_live_1",
    "stripe_secret_key": SecretStr("sk_live_1"),
    "stripe_webhook_secret": SecretStr("whsec_1"),
}


async def get_states(admin: Actor) -> dict[str, str]:
    items = build_items(await run(subscriptions.readiness.list_readiness, admin))
    assert all(item.title and item.text for item in items)
    return {item.code: item.state for item in items}


async def configure(admin: Actor, **values: Any) -> None:
    await run(site.update_settings, admin, site.PaymentSettings(**{**LIVE, **values}))


def test_the_document_lists_the_same_items() -> None:
    section = DOCUMENT.read_text().split("## Before you take real money")[1].split("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE) == list(CHECKS) == list(ITEMS)


async def test_everything_is_open_on_a_new_site(cast: Cast) -> None:
    states = await get_states(cast.olga)
    reminders = {"time_zone", "taxes", "backups"}
    assert {code for code, state in states.items() if state == "reminder"} == reminders
    assert {code for code, state in states.items() if state == "done"} == {"sandbox"}


async def test_test_keys_and_the_sandbox_are_not_ready(cast: Cast) -> None:
    await configure(cast.olga, provider="sandbox")
    states = await get_states(cast.olga)
    assert (states["live_keys"], states["sandbox"]) == ("open", "open")
    await configure(cast.olga, stripe_secret_key=SecretStr("sk_test_1"))
    states = await get_states(cast.olga)
    assert (states["live_keys"], states["sandbox"]) == ("open", "done")
    await configure(cast.olga)
    assert (await get_states(cast.olga))["live_keys"] == "done"
    keys = {"yookassa_shop_id": "1", "yookassa_secret_key": SecretStr("test_1")}
    await configure(cast.olga, provider="yookassa", **keys)
    assert (await get_states(cast.olga))["live_keys"] == "open"
    keys["yookassa_secret_key"] = SecretStr("live_1")
    await configure(cast.olga, provider="yookassa", yookassa_receipts="1", **keys)
    states = await get_states(cast.olga)
    assert (states["live_keys"], states["taxes"]) == ("done", "done")


async def test_a_message_of_the_provider_counts_for_a_month(cast: Cast) -> None:
    await configure(cast.olga)
    async with unit_of_work() as session:
        for provider in ("stripe", "sandbox"):
            session.add(ProviderEvent(provider=provider, event_id="1", kind="charge.refunded"))
    assert (await get_states(cast.olga))["webhook"] == "done"
    await configure(cast.olga, provider="sandbox")
    assert (await get_states(cast.olga))["webhook"] == "done"
    await configure(cast.olga)
    with clock.travel(timedelta(days=31)):
        assert (await get_states(cast.olga))["webhook"] == "open"


async def add_run(**values: Any) -> None:
    async with unit_of_work() as session:
        times: dict[str, Any] = {"since": clock.now(), "started_at": clock.now()}
        session.add(ReconciliationRun(provider="stripe", **times, **values))


async def test_the_comparison_counts_for_48_hours_if_it_found_no_difference(cast: Cast) -> None:
    await configure(cast.olga)
    await add_run()
    assert (await get_states(cast.olga))["reconciliation"] == "open"  # it has not finished
    await add_run(finished_at=clock.now())
    assert (await get_states(cast.olga))["reconciliation"] == "done"
    with clock.travel(timedelta(hours=49)):
        assert (await get_states(cast.olga))["reconciliation"] == "open"
    await configure(cast.olga, provider="sandbox")
    assert (await get_states(cast.olga))["reconciliation"] == "open"
    await configure(cast.olga)
    finding = ReconciliationFinding(provider="stripe", kind="refund", reference="re_1")
    async with unit_of_work() as session:
        session.add(finding)
    assert (await get_states(cast.olga))["reconciliation"] == "open"
    note: dict[str, Any] = {"finding_id": finding.id, "note": "Returned by hand."}
    await run(subscriptions.reconciliation.explain_finding, cast.olga, **note)
    assert (await get_states(cast.olga))["reconciliation"] == "done"
    await add_run(finished_at=clock.now(), failure="unavailable")
    assert (await get_states(cast.olga))["reconciliation"] == "open"


async def test_mail_counts_only_if_a_server_has_accepted_it(cast: Cast) -> None:
    await run(site.update_settings, cast.olga, site.GeneralSettings(smtp_host="mail.example"))
    assert (await get_states(cast.olga))["mail"] == "open"
    content: dict[str, Any] = {
        "kind": "test",
        "recipient": "a@example.org",
        "subject": "Test",
        "text": "",
        "html": "",
        "max_attempts": 1,
        "state": "sent",
        "sent_at": clock.now(),
    }
    async with unit_of_work() as session:
        session.add(Mail(**content, transport="file"))
    assert (await get_states(cast.olga))["mail"] == "open"
    async with unit_of_work() as session:
        session.add(Mail(**content, transport="smtp"))
    assert (await get_states(cast.olga))["mail"] == "done"


async def test_a_plan_must_be_on_sale_for_a_price_that_the_provider_accepts(cast: Cast) -> None:
    await configure(cast.olga)
    plan = await add_plan(cast.olga, price=49)
    items = build_items(await run(subscriptions.readiness.list_readiness, cast.olga))
    [item] = [item for item in items if item.code == "plan"]
    assert (item.state, "Plus" in item.text) == ("open", True)
    await run(subscriptions.edit_plan, cast.olga, plan_id=plan.id, price=50)
    assert (await get_states(cast.olga))["plan"] == "done"


async def test_the_rest_is_done_with_the_settings(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings(), "public_url", "https://example.org")
    seller = {"seller_name": "Acme", "seller_address": "Main Street 1", "seller_tax_id": "DE1"}
    await configure(cast.olga, time_zone="Europe/Berlin", **seller)
    pages = site.GeneralSettings(terms_page="Terms", privacy_page="Privacy")
    await run(site.update_settings, cast.olga, pages)
    states = await get_states(cast.olga)
    for code in ("https", "seller", "legal_pages", "time_zone"):
        assert states[code] == "done", code


async def test_only_administrators_of_the_section_see_it(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await get_states(cast.bob)
    with pytest.raises(PermissionDenied):
        await get_states(await factories.user("editor", sections=["posts"]))


async def test_the_dashboard_asks_to_prepare_once_something_can_be_paid(cast: Cast) -> None:
    async def find() -> tuple[bool, bool]:
        async with read_session() as session:
            checklist = await discovery.find_full_setup_checklist(session, cast.olga)
        assert checklist is not None
        return checklist.takes_payments, checklist.is_ready_for_payments

    assert await find() == (False, True)
    await configure(cast.olga)
    assert await find() == (True, False)
