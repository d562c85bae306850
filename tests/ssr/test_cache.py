"""Tests of the page cache, which evicts the least recently used pages when it is full."""

from collections.abc import Awaitable, Callable

from community.realtime import hub
from community.ssr.cache import CachedPage, PageCache
from community.ssr.gzip import Chunk

PAGE = CachedPage(200, main=Chunk.compress(b"text " * 100), topics=frozenset({"feeds"}))


def make_renderer(rendered: list[str], path: str) -> Callable[[], Awaitable[CachedPage]]:
    async def render() -> CachedPage:
        rendered.append(path)
        return PAGE

    return render


async def request_pages(cache: PageCache, rendered: list[str], *paths: str) -> None:
    for path in paths:
        await cache.get(path, make_renderer(rendered, path))


async def test_the_least_recently_used_page_is_evicted() -> None:
    cache, rendered = PageCache(max_bytes=2 * PAGE.size), list[str]()
    await request_pages(cache, rendered, "/read", "/once", "/read", "/other", "/read", "/once")
    assert rendered == ["/read", "/once", "/other", "/once"]


async def test_a_page_larger_than_the_cache_is_not_cached() -> None:
    cache, rendered = PageCache(max_bytes=PAGE.size - 1), list[str]()
    await request_pages(cache, rendered, "/long", "/long")
    assert rendered == ["/long", "/long"]


async def test_a_re_rendered_page_is_counted_once_in_the_cache_size() -> None:
    cache, rendered = PageCache(max_bytes=2 * PAGE.size), list[str]()
    await request_pages(cache, rendered, "/first", "/second")
    for _ in range(3):
        await hub.publish("feeds", {})
        await request_pages(cache, rendered, "/first", "/second")
    await request_pages(cache, rendered, "/first", "/second")
    assert rendered == ["/first", "/second"] * 4
