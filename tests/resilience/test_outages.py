"""Tests of Redis and database outages: responses during an outage, and recovery from it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from community.core.db import sessions as database
from community.core.settings import settings
from community.state.pages.comments.comments import CommentPush, CommentsState
from tests import counters, databases, factories
from tests.cast import Cast, create_cast
from tests.domain.actions import publish_post
from tests.page_client import PageClient
from tests.resilience.conftest import ServerFactory
from tests.resilience.http_clients import make_comment_payload, make_signed_in_client
from tests.resilience.servers import Server, run_postgres_server, run_redis_server

# The site must recover without a restart. It needs two seconds, but a busy machine may be slow.
RECOVERY_SECONDS = 60.0


@pytest.fixture
def dedicated_postgres(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    """Start a PostgreSQL server that the test can stop, and make the site use this server."""
    if databases.POSTGRES_URL:
        pytest.skip("This test starts its own PostgreSQL server. It runs with the SQLite tests.")
    with run_postgres_server() as server:
        url = f"postgresql://postgres@127.0.0.1:{server.port}/resilience"
        monkeypatch.setenv("DATABASE_URL", databases.recreate_postgres_database(url))
        settings.cache_clear()
        database.engine.cache_clear()
        yield server


async def wait_until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(RECOVERY_SECONDS):
        while not await condition():  # noqa: ASYNC110 - another process cannot set an event
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_pages_work_without_redis_and_pushes_resume_when_redis_is_back(
    cast: Cast, start_servers: ServerFactory
) -> None:
    post = await publish_post(cast.alice)
    path = f"/p/{post.id}/{post.slug}"
    with run_redis_server() as redis:
        url = f"redis://127.0.0.1:{redis.port}/0"
        # With a second process, the update must be sent through Redis. SQLite supports only one
        # process.
        servers = start_servers(process_count=1 if settings().is_sqlite else 2, REDIS_URL=url)
        server, other_server = servers[0], servers[-1]
        async with make_signed_in_client(server, await factories.session_token(cast.bob)) as bob:
            await asyncio.to_thread(redis.stop)
            page = await bob.get(path, headers={"Accept": "text/html"})
            assert page.status_code == 200
            response = await bob.post(
                "/comments", json=make_comment_payload(post.id, "Without Redis")
            )
            assert response.status_code in {201, 503}
            await asyncio.to_thread(redis.start)

            async def is_healthy() -> bool:
                return (await bob.get("/health")).status_code == 200

            await wait_until(is_healthy)
            tab = await PageClient.open(other_server.url, path)
            comment = (
                await bob.post("/comments", json=make_comment_payload(post.id, "With Redis again"))
            ).json()
            # A process that missed the update reloads its open pages when it reconnects to Redis.
            await tab.wait_until(lambda: comment["id"] in _list_comment_ids(tab), RECOVERY_SECONDS)
            await tab.close()


@pytest.mark.slow
async def test_the_site_recovers_from_a_database_outage(
    site: Path, dedicated_postgres: Server, start_servers: ServerFactory
) -> None:
    cast = await create_cast()
    post = await publish_post(cast.alice)
    [server] = start_servers()
    async with make_signed_in_client(server, await factories.session_token(cast.bob)) as bob:
        assert (
            await bob.post("/comments", json=make_comment_payload(post.id, "Before"))
        ).status_code == 201
        await asyncio.to_thread(dedicated_postgres.stop)
        response = await bob.post("/comments", json=make_comment_payload(post.id, "Meanwhile"))
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) > 0
        await asyncio.to_thread(dedicated_postgres.start)

        async def is_comment_accepted() -> bool:
            response = await bob.post("/comments", json=make_comment_payload(post.id, "After"))
            return response.status_code == 201

        await wait_until(is_comment_accepted)
    async with database.read_session() as session:
        assert await counters.find_counter_mismatches(session) == []


def _list_comment_ids(tab: PageClient) -> set[int]:
    """Return the IDs of the comments that the tab has loaded or received as pushed updates."""
    loaded = (tab.get_var(CommentsState, "loaded_page") or {}).get("items") or []
    pushed = [push["comment"] for push in tab.get_pushes(CommentPush)]
    return {comment["id"] for comment in [*loaded, *pushed]}
