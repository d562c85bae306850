"""Tests that a cached value is loaded only once until it expires or is invalidated."""

import asyncio

from community.core.database import read_session
from community.core.ttl_cache import CachedValue


class CountingLoader:
    """A loader that returns how many times it was called."""

    def __init__(self) -> None:
        self.calls = 0

    async def load(self, _: object) -> int:
        self.calls += 1
        await asyncio.sleep(0)
        return self.calls


async def get_cached_value(cached_value: CachedValue[int]) -> int:
    async with read_session() as session:
        return await cached_value.get(session)


async def test_concurrent_reads_load_the_value_once(db: None) -> None:
    loader = CountingLoader()
    value = CachedValue(loader.load, ttl_seconds=60)
    assert await asyncio.gather(*(get_cached_value(value) for _ in range(5))) == [1] * 5


async def test_expired_and_invalidated_values_are_loaded_again(db: None) -> None:
    cached = CachedValue(CountingLoader().load, ttl_seconds=60)
    expired = CachedValue(CountingLoader().load, ttl_seconds=0)
    assert [await get_cached_value(cached), await get_cached_value(cached)] == [1, 1]
    cached.invalidate()
    assert await get_cached_value(cached) == 2
    assert [await get_cached_value(expired), await get_cached_value(expired)] == [1, 2]


async def test_a_value_invalidated_while_loading_is_not_cached(db: None) -> None:
    loader = CountingLoader()

    async def load_and_invalidate_once(session: object) -> int:
        loaded = await loader.load(session)
        if loaded == 1:
            value.invalidate()
        return loaded

    value = CachedValue(load_and_invalidate_once, ttl_seconds=60)
    assert [await get_cached_value(value) for _ in range(3)] == [1, 2, 2]
