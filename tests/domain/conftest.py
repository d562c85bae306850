"""Fixtures for domain tests, which all run with the event listeners connected."""

import pytest

from community.wiring import wire


@pytest.fixture(scope="session", autouse=True)
def wire_events() -> None:
    wire()
