"""Tests that all stand-ins are served: those for the payment providers and the AI endpoint."""

import socket
from collections.abc import Mapping
from contextlib import suppress

import httpx
from pydantic import SecretStr

from community.gateways.ai import AiEndpoint, Prompt, complete
from tests.http_server import HOST
from tests.stand_ins.servers import PROVIDERS, EventOptions, open_providers


def find_free_ports(count: int) -> int:
    """Return the first of several consecutive free ports."""
    for first in range(20_000, 30_000, count):
        with suppress(OSError):
            for port in range(first, first + count):
                socket.create_server((HOST, port)).close()
            return first
    raise AssertionError("no free ports")


async def test_all_providers_are_served_with_the_settings_that_use_them() -> None:
    first_port = find_free_ports(len(PROVIDERS))
    async with (
        open_providers(first_port, "http://localhost:3000", EventOptions()) as providers,
        httpx.AsyncClient() as client,
    ):
        assert [provider.name for provider in providers] == ["Stripe", "YooKassa", "AI endpoint"]
        address = f"{providers[0].settings['stripe_api_url']}/v1/charges"
        assert (await client.get(address)).status_code == 401
        key = {"Authorization": f"Bearer {providers[0].settings['stripe_secret_key']}"}
        assert (await client.get(address, headers=key)).status_code == 200
        shop = providers[1].settings
        auth = (shop["yookassa_shop_id"], shop["yookassa_secret_key"])
        answer = await client.get(f"{shop['yookassa_api_url']}/me", auth=auth)
        assert answer.json()["status"] == "enabled"
        script = await client.get(shop["yookassa_script_url"])
        assert "YooMoneyCheckoutWidget" in script.text
        await ensure_streams(providers[2].settings)


async def ensure_streams(settings: Mapping[str, str]) -> None:
    """Check that the client of the site gets an answer of several parts."""
    endpoint = AiEndpoint(
        settings["ai_base_url"], settings["ai_model"], SecretStr(settings["ai_key"])
    )
    parts: list[str] = []

    async def collect(text: str) -> None:
        parts.append(text)

    completion = await complete(endpoint, Prompt("Answer.", "Why rye?"), on_text=collect)
    assert "8 characters of texts of users" in completion.text
    assert len(parts) > 10
