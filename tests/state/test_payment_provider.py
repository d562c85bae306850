"""Tests of the section with the payment providers."""

from community.admin.payment_provider.state import PaymentProviderState
from community.admin.settings.state import SettingsFormState
from community.core.settings import settings
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab

SECTION = "subscription-payment-provider"


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
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await open_section(socket_server)
    assert tab[PaymentProviderState]["base_url"] == settings().base_url
    await save(tab, stripe_secret_key="sk_live_correct_horse_9876")
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
