"""Tests of the cache: expiry, size limit, invalidation and concurrent loading."""

import asyncio
from collections.abc import Callable

import pytest

from community.core import cache as cache_module
from community.core.cache import Cache


class CountingLoader:
    """A loader that returns how many times it was called."""

    def __init__(self, while_loading: Callable[[], None] = lambda: None) -> None:
        self.calls = 0
        self._while_loading = while_loading

    async def __call__(self) -> int:
        self.calls += 1
        value = self.calls
        await asyncio.sleep(0)
        self._while_loading()
        return value


def make_cache(**options: object) -> Cache[int]:
    return Cache(**({"ttl_seconds": 60, "max_size": 10} | options))  # type: ignore[arg-type]


async def test_concurrent_callers_load_the_value_once() -> None:
    cache, load = make_cache(), CountingLoader()
    values = await asyncio.gather(*(cache.get_or_load("key", load) for _ in range(5)))
    assert values == [1] * 5


async def test_find_returns_only_values_that_are_still_valid() -> None:
    cache, load = make_cache(get_topics=lambda _: ["posts"]), CountingLoader()
    assert cache.find("key") is None
    await cache.get_or_load("key", load)
    assert cache.find("key") == 1
    cache.invalidate("posts")
    assert cache.find("key") is None


async def test_without_single_flight_no_caller_waits_for_another() -> None:
    cache, load = make_cache(single_flight=False), CountingLoader()
    values = await asyncio.gather(*(cache.get_or_load("key", load) for _ in range(2)))
    assert values == [1, 2]
    assert load.calls == 2


async def test_after_an_error_the_next_caller_loads_the_value() -> None:
    cache = make_cache()

    async def fail() -> int:
        raise LookupError

    with pytest.raises(LookupError):
        await cache.get_or_load("key", fail)
    assert await cache.get_or_load("key", CountingLoader()) == 1


@pytest.mark.parametrize("ttl_seconds", [0, lambda _: 0])
async def test_expired_values_are_loaded_again(ttl_seconds: object) -> None:
    cache, load = make_cache(ttl_seconds=ttl_seconds), CountingLoader()
    assert [await cache.get_or_load("key", load) for _ in range(2)] == [1, 2]


async def test_the_least_recently_used_values_are_removed() -> None:
    cache, load = make_cache(max_size=5, get_size=lambda _: 2), CountingLoader()
    values = [await cache.get_or_load(key, load) for key in "abacab"]
    assert values == [1, 2, 1, 3, 1, 4]


async def test_only_values_with_the_invalidated_topic_are_removed() -> None:
    cache, load = make_cache(get_topics=lambda value: [value % 2]), CountingLoader()
    assert [await cache.get_or_load(key, load) for key in "ab"] == [1, 2]
    cache.invalidate(1)
    assert [await cache.get_or_load(key, load) for key in "ab"] == [3, 2]
    cache.clear()
    assert [await cache.get_or_load(key, load) for key in "ab"] == [4, 5]


@pytest.mark.parametrize(
    ("invalidate", "is_stored"),
    [
        (lambda cache: cache.invalidate("shown"), False),
        (lambda cache: cache.invalidate("other"), True),
        (lambda cache: cache.clear(), False),
    ],
)
async def test_a_value_invalidated_while_it_is_loaded_is_not_stored(
    invalidate: Callable[[Cache[int]], None], is_stored: bool
) -> None:
    cache = make_cache(get_topics=lambda _: ["shown"])
    load = CountingLoader(while_loading=lambda: invalidate(cache))
    assert await cache.get_or_load("key", load) == 1
    assert await cache.get_or_load("key", load) == (1 if is_stored else 2)


async def test_invalidating_many_topics_clears_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "MAX_INVALIDATED_TOPICS", 2)
    cache, load = make_cache(get_topics=lambda _: ["shown"]), CountingLoader()
    await cache.get_or_load("key", load)
    for topic in ("first", "second"):
        cache.invalidate(topic)
    assert await cache.get_or_load("key", load) == 1
    cache.invalidate("third")
    assert await cache.get_or_load("key", load) == 2
