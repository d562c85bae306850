"""Runs the stand-in for YooKassa, and lets the gateway of the site use it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pydantic import SecretStr

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import site
from community.domain.subscriptions import PlanView
from community.gateways.payments.yookassa.client import YooKassaClient
from community.gateways.payments.yookassa.gateway import YooKassaGateway
from tests.http_server import serve
from tests.stand_ins.yookassa import CARDS, SCRIPT_PATH, Api, Shop, create_app
from tests.workflows.payments.buyers import add_plan


@dataclass
class YooKassaServer:
    """The stand-in, running.

    Attributes:
        api: What its API has received, and how it fails.
    """

    shop: Shop
    api: Api
    url: str

    @property
    def api_url(self) -> str:
        return f"{self.url}/v3"

    @property
    def script_url(self) -> str:
        return f"{self.url}{SCRIPT_PATH}"

    @property
    def gateway(self) -> YooKassaGateway:
        client = YooKassaClient(self.shop.shop_id, self.shop.secret_key, self.api_url)
        return YooKassaGateway(client, self.script_url)

    def list_settings(self) -> dict[str, Any]:
        """Return the settings of the site with which it uses this server."""
        return {
            "provider": "yookassa",
            "yookassa_shop_id": self.shop.shop_id,
            "yookassa_secret_key": self.shop.secret_key,
            "yookassa_api_url": self.api_url,
            "yookassa_script_url": self.script_url,
        }

    def pay(self, reference: str, card: str = "success") -> str:
        return self.shop.pay(reference, CARDS[card].number)

    def enter_card(self, reference: str, card: str = "success") -> str:
        return self.api.bindings.get(reference).enter_card(CARDS[card].number)

    @contextmanager
    def travel(self, offset: timedelta) -> Iterator[None]:
        """Move the clocks of the site and of the server."""
        before, self.shop.offset = self.shop.offset, offset
        with clock.travel(offset):
            yield
        self.shop.offset = before


def make_yookassa_settings() -> site.PaymentSettings:
    """Return the settings of a shop that no test asks."""
    return site.PaymentSettings(
        provider="yookassa", yookassa_shop_id="1", yookassa_secret_key=SecretStr("secret")
    )


async def sell_with_yookassa(admin: Actor, server: YooKassaServer, **values: Any) -> PlanView:
    """Let the site take payments with the stand-in, and put a plan on sale."""
    changes = await site.prepare_changes(site.PaymentSettings, server.list_settings())
    async with unit_of_work() as session:
        await site.change_settings(session, admin, changes)
    return await add_plan(admin, **{"price": 49_900, "currency": "RUB", **values})


@asynccontextmanager
async def run_yookassa() -> AsyncIterator[YooKassaServer]:
    """Run the stand-in until the `with` block ends. Its shop accepts rubles and euros."""
    shop = Shop(currencies=frozenset({"RUB", "EUR"}))
    api = Api(shop)
    async with serve(create_app(shop, api)) as url:
        shop.url = url
        yield YooKassaServer(shop, api, url)
