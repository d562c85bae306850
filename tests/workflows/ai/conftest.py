"""Fixtures that connect the event listeners and run a local AI endpoint."""

from collections.abc import AsyncIterator

import pytest

from community.wiring import wire
from tests.workflows.ai.stand_in import StandIn, run_stand_in


@pytest.fixture(scope="session", autouse=True)
def wire_events() -> None:
    wire()


@pytest.fixture
async def stand_in() -> AsyncIterator[StandIn]:
    async with run_stand_in() as running:
        yield running
