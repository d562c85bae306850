"""Tests of the section with the payment providers."""

from collections.abc import AsyncIterator

import pytest

from community.admin.payment_provider import (
    KeyCheckState,
    PaymentProviderState,
    payment_provider_page,
)
from community.admin.settings.state import SettingsFormState
from community.core.settings import settings
from tests import factories
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.state.tabs import SocketServer, Tab
from tests.stripe_server import open_stripe, use_stripe

SECTION = "subscription-payment-provider"


@pytest.fixture
async def stripe_server() -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


async def open_section(socket_server: SocketServer) -> Tab:
    admin = await factories.user("treasurer", sections=[SECTION])
    tab = await socket_server.open(admin, f"/admin-panel/{SECTION}")
    await tab.send(SettingsFormState.load, group=SECTION)
    await tab.send(PaymentProviderState.load)
    return tab


async def save(tab: Tab, **changes: object) -> None:
    version = tab[SettingsFormState]["version"]
    await tab.send(SettingsFormState.save, message={"version": version, "changes": changes})


async def test_keys_are_shown_as_their_last_characters(
    cast: Cast, socket_server: SocketServer, stripe_server: StripeStandIn
) -> None:
    stripe_server.secret_key = "sk_live_correct_horse_9876"
    tab = await open_section(socket_server)
    assert tab[PaymentProviderState]["base_url"] == settings().base_url
    await save(tab, stripe_secret_key=stripe_server.secret_key, stripe_api_url=stripe_server.url)
    assert tab[SettingsFormState]["values"]["stripe_secret_key"] == "••••9876"
    await save(tab, yookassa_shop_id="1234")
    assert tab[SettingsFormState]["values"]["stripe_secret_key"] == "••••9876"
    await tab.send(SettingsFormState.remove_secret, code="stripe_secret_key")
    assert tab[SettingsFormState]["values"]["stripe_secret_key"] == ""


async def test_a_provider_needs_its_keys(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_section(socket_server)
    await save(tab, provider="yookassa")
    errors = tab[SettingsFormState]["errors"]
    assert errors.keys() == {"yookassa_shop_id", "yookassa_secret_key"}
    await save(tab, provider="sandbox")
    assert tab[SettingsFormState]["values"]["provider"] == "sandbox"


async def test_stripe_is_chosen_with_keys_that_stripe_accepts(
    cast: Cast, socket_server: SocketServer, stripe_server: StripeStandIn
) -> None:
    tab = await open_section(socket_server)
    keys = {
        "stripe_publishable_key": stripe_server.publishable_key,
        "stripe_webhook_secret": stripe_server.events.secret,
        "stripe_api_url": stripe_server.url,
    }
    await save(tab, provider="stripe", stripe_secret_key="sk_test_wrong", **keys)
    errors = tab[SettingsFormState]["errors"]
    assert errors == {"stripe_secret_key": "The provider doesn't accept this key."}
    stripe_server.is_down = True
    await save(tab, provider="stripe", stripe_secret_key=stripe_server.secret_key, **keys)
    assert "didn't answer" in tab[SettingsFormState]["errors"]["stripe_secret_key"]
    assert tab[SettingsFormState]["values"]["provider"] == "off"
    stripe_server.is_down = False
    await save(tab, provider="stripe", stripe_secret_key=stripe_server.secret_key, **keys)
    assert tab[SettingsFormState]["errors"] == {}
    assert tab[SettingsFormState]["values"]["provider"] == "stripe"


async def test_a_stored_key_is_not_sent_to_another_address(
    cast: Cast, socket_server: SocketServer, stripe_server: StripeStandIn
) -> None:
    tab = await open_section(socket_server)
    key = stripe_server.secret_key
    await save(tab, stripe_secret_key=key, stripe_api_url=stripe_server.url)
    async with open_stripe() as other:
        await save(tab, stripe_api_url=other.url)
        assert "Enter the key again" in tab[SettingsFormState]["errors"]["stripe_secret_key"]
        await save(tab, stripe_api_url=other.url, stripe_secret_key=key)
        assert tab[SettingsFormState]["values"]["stripe_api_url"] == other.url


async def test_keys_in_the_wrong_field_are_refused(cast: Cast, socket_server: SocketServer) -> None:
    tab = await open_section(socket_server)
    for code, key in [
        ("stripe_publishable_key", "sk_live_correct_horse_9876"),
        ("stripe_secret_key", "pk_live_correct_horse_9876"),
        ("stripe_webhook_secret", "we_1234"),
    ]:
        await save(tab, **{code: key})
        assert tab[SettingsFormState]["errors"].keys() == {code}
        assert "horse" not in str(tab[SettingsFormState])


async def test_saved_keys_are_tested(
    cast: Cast, socket_server: SocketServer, stripe_server: StripeStandIn
) -> None:
    tab = await open_section(socket_server)
    await tab.send(KeyCheckState.load)
    await tab.send(KeyCheckState.check, provider="stripe")
    assert tab[KeyCheckState]["failures"]["stripe"] == "Save the keys first."
    await use_stripe(cast.olga, stripe_server)
    await tab.send(KeyCheckState.check, provider="stripe")
    assert tab[KeyCheckState]["failures"]["stripe"] == ""
    assert "Stand-in" in tab[KeyCheckState]["successes"]["stripe"]


def test_the_page_can_be_built() -> None:
    """Reflex finds errors in the expressions of a page only when it builds the page."""
    assert payment_provider_page() is not None
