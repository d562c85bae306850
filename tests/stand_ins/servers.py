"""Runs the stand-ins as HTTP servers on this machine."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from starlette.types import ASGIApp

from community.urls import payment_webhook
from tests.http_server import HOST, serve
from tests.stand_ins import ai
from tests.stand_ins.stripe import StripeStandIn, create_app as create_stripe_app
from tests.stand_ins.stripe.events import EventSender
from tests.stand_ins.yookassa import (
    CURRENCIES,
    SCRIPT_PATH,
    NotificationSender,
    Shop,
    create_app as create_yookassa_app,
)


@dataclass(frozen=True, slots=True)
class DevProvider:
    """A stand-in that is ready to be served.

    Attributes:
        settings: The settings of the site with which it uses the stand-in.
    """

    name: str
    url: str
    app: ASGIApp
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EventOptions:
    """How the stand-ins send events.

    Attributes:
        copies: How often each event is sent.
        delay_seconds: How long after its time each event is sent.
    """

    copies: int = 1
    delay_seconds: float = 0.0


def create_stripe(url: str, site_url: str, events: EventOptions) -> DevProvider:
    stand_in = StripeStandIn(url)
    stand_in.events = EventSender(
        stand_in.events.secret,
        url=f"{site_url}{payment_webhook('stripe')}",
        copies=events.copies,
        delay_seconds=events.delay_seconds,
    )
    settings = {
        "stripe_publishable_key": stand_in.publishable_key,
        "stripe_secret_key": stand_in.secret_key,
        "stripe_webhook_secret": stand_in.events.secret,
        "stripe_api_url": url,
        "stripe_script_url": f"{url}/v3/",
    }
    return DevProvider("Stripe", url, create_stripe_app(stand_in), settings)


def create_yookassa(url: str, site_url: str, events: EventOptions) -> DevProvider:
    shop = Shop(currencies=CURRENCIES, url=url)
    sender = NotificationSender(
        f"{site_url}{payment_webhook('yookassa')}", events.copies, events.delay_seconds
    )
    shop.on_change = sender.start
    settings = {
        "yookassa_shop_id": shop.shop_id,
        "yookassa_secret_key": shop.secret_key,
        "yookassa_api_url": f"{url}/v3",
        "yookassa_script_url": f"{url}{SCRIPT_PATH}",
    }
    return DevProvider("YooKassa", url, create_yookassa_app(shop), settings)


def create_ai(url: str, _site_url: str, _events: EventOptions) -> DevProvider:
    settings = {"ai_base_url": f"{url}/v1", "ai_model": ai.MODEL, "ai_key": ai.KEY}
    app = ai.create_app(ai.AiStandIn(ai.describe_request))
    return DevProvider("AI endpoint", url, app, settings)


# The ports are those above the first one, in this order.
PROVIDERS: tuple[Callable[[str, str, EventOptions], DevProvider], ...] = (
    create_stripe,
    create_yookassa,
    create_ai,
)


@asynccontextmanager
async def open_providers(
    first_port: int, site_url: str, events: EventOptions
) -> AsyncIterator[list[DevProvider]]:
    """Serve all stand-ins on consecutive ports while the block runs."""
    async with AsyncExitStack() as stack:
        providers = []
        for port, create in enumerate(PROVIDERS, start=first_port):
            provider = create(f"http://{HOST}:{port}", site_url, events)
            await stack.enter_async_context(serve(provider.app, port))
            providers.append(provider)
        yield providers
