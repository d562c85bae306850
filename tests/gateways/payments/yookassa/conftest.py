"""Fixtures with the stand-ins for payment providers."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from community.gateways.payments.yookassa import client as yookassa_client
from tests.yookassa_server import YooKassaServer, run_yookassa


@pytest_asyncio.fixture
async def yookassa(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[YooKassaServer]:
    """Run the stand-in for YooKassa. The gateway does not wait before it tries again."""
    monkeypatch.setattr(yookassa_client, "RETRY_DELAYS", (0, 0))
    async with run_yookassa() as server:
        yield server
