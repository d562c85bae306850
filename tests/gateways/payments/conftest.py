"""Fixtures with the stand-in for Stripe."""

from collections.abc import AsyncIterator

import pytest

from community.gateways.payments.stripe.gateway import StripeGateway
from tests.stand_ins.stripe import StripeStandIn
from tests.stripe_server import make_gateway, open_stripe


@pytest.fixture
async def stripe_server() -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


@pytest.fixture
def gateway(stripe_server: StripeStandIn) -> StripeGateway:
    return make_gateway(stripe_server)
