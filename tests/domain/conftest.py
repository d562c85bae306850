"""Stories of the domain are told with everything that follows from what happens."""

import pytest

from community.wiring import wire


@pytest.fixture(scope="session", autouse=True)
def wired() -> None:
    wire()
