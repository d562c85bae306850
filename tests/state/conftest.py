"""Tabs for the stories."""

from collections.abc import AsyncIterator

import pytest

from community import throttle
from tests.cast import Cast
from tests.state.tabs import Sockets, sockets


@pytest.fixture
async def live(cast: Cast) -> AsyncIterator[Sockets]:
    """The socket server with the cast on the site."""
    throttle.window.cache_clear()
    async with sockets() as made:
        yield made
