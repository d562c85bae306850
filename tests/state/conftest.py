"""Fixtures for tests of State classes."""

from collections.abc import AsyncIterator

import pytest

from community.core import rate_limits
from tests.cast import Cast
from tests.stand_ins.stripe import StripeStandIn
from tests.state.tabs import SocketServer, run_socket_server
from tests.stripe_server import open_stripe


@pytest.fixture
async def stripe_server() -> AsyncIterator[StripeStandIn]:
    async with open_stripe() as stand_in:
        yield stand_in


@pytest.fixture
async def socket_server(cast: Cast) -> AsyncIterator[SocketServer]:
    rate_limits.get_window.cache_clear()
    async with run_socket_server() as server:
        yield server
