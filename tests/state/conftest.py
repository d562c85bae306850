"""Tabs for the stories."""

from collections.abc import AsyncIterator

import pytest

from community.throttle import windows
from tests.cast import Cast
from tests.state.tabs import Sockets, sockets


@pytest.fixture
async def live(cast: Cast) -> AsyncIterator[Sockets]:
    """The socket server with the cast on the site."""
    windows.window.cache_clear()
    async with sockets() as made:
        yield made
