"""Tests of the button with which administrators test the saved keys of a provider."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr
from sqlmodel import select

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound
from community.domain import site
from community.gateways.payments.yookassa import client as yookassa_client
from community.models import AuditEntry
from community.workflows import payments
from community.workflows.payments.key_checks import KeyTest
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.stripe_server import make_stripe_settings, open_stripe, use_stripe
from tests.yookassa_server import YooKassaServer, run_yookassa, sell_with_yookassa


@pytest.fixture
async def stripe_server(cast: Cast) -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as server:
        await use_stripe(cast.olga, server)
        yield server


@pytest.fixture
async def yookassa(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[YooKassaServer]:
    monkeypatch.setattr(yookassa_client, "RETRY_DELAYS", (0, 0))
    async with run_yookassa() as server:
        await sell_with_yookassa(cast.olga, server)
        yield server


async def check(cast: Cast, provider: str) -> tuple[bool, str]:
    result: KeyTest = await payments.check_saved_keys(cast.olga, provider)
    return result.is_ok, result.message


async def test_the_account_and_its_mode_are_named(cast: Cast, stripe_server: StripeStandIn) -> None:
    stripe_server.name = "Knitting Club"
    is_ok, message = await check(cast, "stripe")
    assert (is_ok, "Knitting Club" in message, "test mode" in message) == (True, True, True)
    assert "signing secret" not in message


async def test_live_keys_are_recognized(cast: Cast, stripe_server: StripeStandIn) -> None:
    stripe_server.secret_key = "rk_live_1"
    stripe_server.publishable_key = "pk_live_1"
    await use_stripe(cast.olga, stripe_server)
    is_ok, message = await check(cast, "stripe")
    assert (is_ok, "live mode" in message) == (True, True)


async def test_missing_rights_are_listed(cast: Cast, stripe_server: StripeStandIn) -> None:
    stripe_server.forbidden = {"account", "refunds", "disputes"}
    is_ok, message = await check(cast, "stripe")
    assert (is_ok, "Refunds, Disputes" in message) == (False, True)


async def test_a_publishable_key_of_the_other_mode_is_a_problem(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    stripe_server.publishable_key = "pk_live_1"
    await use_stripe(cast.olga, stripe_server)
    is_ok, message = await check(cast, "stripe")
    assert (is_ok, "publishable key" in message) == (False, True)


async def test_a_missing_signing_secret_is_a_problem(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    section = make_stripe_settings(stripe_server)
    stored = section.model_copy(update={"provider": "off", "stripe_webhook_secret": SecretStr("")})
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, stored)
    is_ok, message = await check(cast, "stripe")
    assert (is_ok, "signing secret" in message) == (False, True)


@pytest.mark.parametrize("is_enabled", [True, False])
async def test_a_shop_is_named_and_checked(
    cast: Cast, yookassa: YooKassaServer, is_enabled: bool
) -> None:
    yookassa.shop.is_enabled = is_enabled
    is_ok, message = await check(cast, "yookassa")
    assert (is_ok, "100500" in message) == (is_enabled, True)
    assert ("disabled" in message) != is_enabled


async def test_a_rejected_key_and_a_silent_provider_differ(
    cast: Cast, stripe_server: StripeStandIn, yookassa: YooKassaServer
) -> None:
    yookassa.shop.secret_key = "rolled"
    assert await check(cast, "yookassa") == (False, "The provider doesn't accept this key.")
    await use_stripe(cast.olga, stripe_server)
    stripe_server.is_down = True
    is_ok, message = await check(cast, "stripe")
    assert (is_ok, "didn't answer" in message) == (False, True)


async def test_each_test_is_in_the_audit_log_without_the_key(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    await check(cast, "stripe")
    async with read_session() as session:
        query = select(AuditEntry).where(AuditEntry.action == "settings.keys_tested")
        entry = (await session.scalars(query)).one()
    assert (entry.actor_id, entry.after) == (cast.olga.id, {"provider": "stripe", "is_ok": True})


async def test_only_administrators_test_saved_keys(
    cast: Cast, stripe_server: StripeStandIn
) -> None:
    with pytest.raises(NotFound):
        await payments.check_saved_keys(cast.alice, "stripe")
    with pytest.raises(Invalid):
        await payments.check_saved_keys(cast.olga, "yookassa")
