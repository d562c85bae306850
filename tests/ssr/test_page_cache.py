"""Tests of the page cache, which evicts the least recently used pages when it is full."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from community.realtime import hub, messages
from community.ssr.http.gzip import Chunk
from community.ssr.http.page_cache import CachedPage, PageCache

PAGE = CachedPage(200, main=Chunk.compress(b"text " * 100), topics=frozenset({"feeds"}))


def make_renderer(rendered_paths: list[str], path: str) -> Callable[[], Awaitable[CachedPage]]:
    async def render() -> CachedPage:
        rendered_paths.append(path)
        return PAGE

    return render


async def request_pages(cache: PageCache, rendered_paths: list[str], *paths: str) -> None:
    for path in paths:
        await cache.get_or_load(path, make_renderer(rendered_paths, path))


async def test_the_least_recently_used_page_is_evicted() -> None:
    cache, rendered_paths = PageCache(max_bytes=2 * PAGE.size), list[str]()
    await request_pages(
        cache, rendered_paths, "/read", "/once", "/read", "/other", "/read", "/once"
    )
    assert rendered_paths == ["/read", "/once", "/other", "/once"]


async def test_a_page_larger_than_the_cache_is_not_cached() -> None:
    cache, rendered_paths = PageCache(max_bytes=PAGE.size - 1), list[str]()
    await request_pages(cache, rendered_paths, "/long", "/long")
    assert rendered_paths == ["/long", "/long"]


async def test_rendering_a_page_again_does_not_increase_the_cache_size() -> None:
    cache, rendered_paths = PageCache(max_bytes=2 * PAGE.size), list[str]()
    await request_pages(cache, rendered_paths, "/first", "/second")
    for _ in range(3):
        await hub.publish(messages.PostAddedToFeeds(1))
        await request_pages(cache, rendered_paths, "/first", "/second")
    await request_pages(cache, rendered_paths, "/first", "/second")
    assert rendered_paths == ["/first", "/second"] * 4


@pytest.mark.parametrize(
    ("message", "is_cached"),
    [
        (messages.PostChanged(7), True),
        (messages.SidebarChanged(), True),
        (messages.PostRemovedFromFeeds(7), False),
        (messages.Resync(), False),
    ],
)
async def test_only_messages_about_a_page_prevent_caching_while_it_is_rendered(
    message: messages.Message, is_cached: bool
) -> None:
    cache = PageCache()
    is_rendering, may_finish = asyncio.Event(), asyncio.Event()

    async def render() -> CachedPage:
        is_rendering.set()
        await may_finish.wait()
        return PAGE

    rendering = asyncio.create_task(cache.get_or_load("/page", render))
    await is_rendering.wait()
    await hub.publish(message)
    may_finish.set()
    assert await rendering is PAGE
    rendered_paths: list[str] = []
    await request_pages(cache, rendered_paths, "/page")
    assert rendered_paths == ([] if is_cached else ["/page"])


async def test_messages_from_before_the_rendering_do_not_prevent_caching() -> None:
    cache, rendered_paths = PageCache(), list[str]()
    await hub.publish(messages.PostAddedToFeeds(1))
    await request_pages(cache, rendered_paths, "/page", "/page")
    assert rendered_paths == ["/page"]
