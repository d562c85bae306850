"""Redis or the database goes away and comes back: clear answers meanwhile, and then all is well."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest

from community.core import database
from community.core.settings import settings
from community.state.comments import Comments, LiveComments
from tests import counters, databases
from tests.cast import Cast, gather
from tests.domain.stories import publish
from tests.drills.conftest import Sites
from tests.drills.people import browser, message, sign_in
from tests.drills.servers import Server, postgres_server, redis_server
from tests.open_page import OpenPage

# What is promised: after that long all is as before, and nobody did anything.
RECOVERY = 10.0


@pytest.fixture
def own_postgres(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    """The site has its database on a server that may be stopped."""
    with postgres_server() as server:
        address = f"postgresql://postgres@127.0.0.1:{server.port}/drill"
        monkeypatch.setenv("DATABASE_URL", databases.make_anew(address))
        settings.cache_clear()
        database.engine.cache_clear()
        yield server


async def until(holds: Callable[[], Awaitable[bool]], seconds: float = RECOVERY) -> None:
    async with asyncio.timeout(seconds):
        while not await holds():  # noqa: ASYNC110 - another process has no way to tell us
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_pages_work_without_redis_and_pushes_resume_with_it(cast: Cast, serve: Sites) -> None:
    post = await publish(cast.alice)
    path = f"/p/{post.id}/{post.slug}"
    with redis_server() as redis:
        url = f"redis://127.0.0.1:{redis.port}/0"
        # Where several processes can share the database, the news has to come through Redis.
        sites = serve(processes=1 if settings().is_sqlite else 2, REDIS_URL=url)
        site, other = sites[0], sites[-1]
        async with browser(site, await sign_in(cast.bob)) as bob:
            await asyncio.to_thread(redis.stop)
            page = await bob.get(path, headers={"Accept": "text/html"})
            assert page.status_code == 200
            written = await bob.post("/comments", json=message(post.id, "Without Redis"))
            assert written.status_code in {201, 503}
            await asyncio.to_thread(redis.start)

            async def is_well() -> bool:
                return (await bob.get("/health")).status_code == 200

            await until(is_well)
            tab = await OpenPage.open(other.url, path)
            sent = (await bob.post("/comments", json=message(post.id, "With Redis again"))).json()
            # A process that was still deaf when this was said looks again as soon as it hears.
            await tab.until(lambda: sent["id"] in _shown(tab), RECOVERY)
            await tab.close()


@pytest.mark.slow
async def test_the_site_waits_for_its_database_and_goes_on_by_itself(
    site: Path, own_postgres: Server, serve: Sites
) -> None:
    cast = await gather()
    post = await publish(cast.alice)
    [served] = serve()
    async with browser(served, await sign_in(cast.bob)) as bob:
        assert (await bob.post("/comments", json=message(post.id, "Before"))).status_code == 201
        await asyncio.to_thread(own_postgres.stop)
        away = await bob.post("/comments", json=message(post.id, "Meanwhile"))
        assert away.status_code == 503
        assert int(away.headers["Retry-After"]) > 0
        await asyncio.to_thread(own_postgres.start)

        async def is_taken() -> bool:
            return await _status(bob, message(post.id, "After")) == 201

        await until(is_taken)
    async with database.reading() as session:
        assert await counters.faults(session) == []


def _shown(tab: OpenPage) -> set[int]:
    """The comments that a tab has: those it loaded last, and those it was told of."""
    loaded = (tab.value(Comments, "loaded") or {}).get("items") or []
    return {each["id"] for each in [*loaded, *(tab.value(LiveComments, "news") or [])]}


async def _status(client: httpx.AsyncClient, body: dict[str, object]) -> int:
    return (await client.post("/comments", json=body)).status_code
