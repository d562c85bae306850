"""The stand-in for Stripe on a port of this machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import stripe
from pydantic import SecretStr

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import site
from community.domain.subscriptions import PlanView
from community.gateways.payments.stripe.client import StripeAccount
from community.gateways.payments.stripe.gateway import StripeGateway
from tests.http_server import serve
from tests.stand_ins.stripe import StripeStandIn, create_app
from tests.workflows.payments.buyers import add_plan


@asynccontextmanager
async def open_stripe(**values: Any) -> AsyncIterator[StripeStandIn]:
    """Serve a stand-in while the block runs. The SDK of Stripe repeats requests at once."""
    stand_in = StripeStandIn(**values)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
        async with serve(create_app(stand_in)) as url:
            stand_in.url = url
            yield stand_in


def make_gateway(stand_in: StripeStandIn, *, secret_key: str = "") -> StripeGateway:
    return StripeGateway(
        StripeAccount(
            secret_key=secret_key or stand_in.secret_key,
            publishable_key=stand_in.publishable_key,
            webhook_secret=stand_in.events.secret,
            api_url=stand_in.url,
            script_url=f"{stand_in.url}/v3/",
        )
    )


async def sell_with_stripe(admin: Actor, stand_in: StripeStandIn, **values: Any) -> PlanView:
    """Let the site take payments with the stand-in, and put a plan on sale."""
    await use_stripe(admin, stand_in)
    return await add_plan(admin, **values)


async def use_stripe(admin: Actor, stand_in: StripeStandIn) -> None:
    """Let the site take payments with the stand-in."""
    async with unit_of_work() as session:
        await site.update_settings(session, admin, make_stripe_settings(stand_in))


def make_stripe_settings(stand_in: StripeStandIn | None = None) -> site.PaymentSettings:
    account = stand_in or StripeStandIn("http://localhost")
    return site.PaymentSettings(
        provider="stripe",
        stripe_publishable_key=account.publishable_key,
        stripe_secret_key=SecretStr(account.secret_key),
        stripe_webhook_secret=SecretStr(account.events.secret),
        stripe_api_url=account.url,
        stripe_script_url=f"{account.url}/v3/",
    )
