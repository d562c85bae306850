"""Fixture that connects the event listeners."""

import pytest

from community.wiring import wire


@pytest.fixture(scope="session", autouse=True)
def wire_events() -> None:
    wire()
