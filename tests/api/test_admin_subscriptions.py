"""Tests of the HTTP routes with which administrators manage paid subscriptions."""

from httpx import AsyncClient

from community import urls
from tests.api.credentials import sign_in
from tests.cast import Cast

PROVIDER = f"{urls.ADMIN_API}/settings/subscription-payment-provider"


async def test_the_keys_of_a_provider_are_never_returned(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    values = {"yookassa_shop_id": "1234", "yookassa_secret_key": "live_correct_horse_9876"}
    changed = await client.patch(PROVIDER, json={"values": {"provider": "yookassa", **values}})
    assert changed.json()["values"]["yookassa_secret_key"] == "••••9876"
    assert "horse" not in (await client.get(PROVIDER)).text
    incomplete = await client.patch(PROVIDER, json={"values": {"provider": "stripe"}})
    assert (incomplete.status_code, len(incomplete.json()["errors"])) == (422, 3)


async def test_the_address_of_the_webhook_exists(client: AsyncClient, cast: Cast) -> None:
    paths = (await client.get("/api/openapi.json")).json()["paths"]
    assert urls.payment_webhook("{provider}") in paths
