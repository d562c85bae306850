"""Two web processes with one database and one Redis are one site."""

import asyncio

import pytest

from community.core.database import reading
from community.core.settings import settings
from community.state.comments import LiveComments
from community.state.frame import Frame
from tests import counters
from tests.cast import Cast
from tests.domain.stories import publish
from tests.drills.conftest import Sites
from tests.drills.people import browser, message, sign_in
from tests.journeys.production import Production
from tests.open_page import OpenPage
from tests.redis_server import empty_database

# So long another process may take on a busy machine; how fast it is, the bench measures.
PATIENCE = 15.0
COMMENTS_A_MINUTE = 30


@pytest.fixture
async def pair(serve: Sites, worker: str) -> list[Production]:
    """Two processes; a database that one process alone may write to is not for them."""
    if settings().is_sqlite:
        pytest.skip("Several processes need PostgreSQL: set TEST_DATABASE_URL.")
    redis = empty_database(worker)
    states = redis.rsplit("/", 1)[0] + "/6"
    return serve(processes=2, REDIS_URL=redis, STATE_REDIS_URL=states)


@pytest.mark.slow
async def test_a_reply_on_one_is_seen_and_told_on_the_other(
    cast: Cast, pair: list[Production]
) -> None:
    here, there = pair
    post = await publish(cast.alice)
    alice = await sign_in(cast.alice)
    async with browser(here, alice) as client:
        asked = (await client.post("/comments", json=message(post.id, "What flour?"))).json()
    page = await OpenPage.open(there.url, f"/p/{post.id}/{post.slug}", alice)
    before = page.value(Frame, "unseen")
    answer = message(post.id, "From the other side", parent_id=asked["id"])
    async with browser(here, await sign_in(cast.bob)) as bob:
        sent = await bob.post("/comments", json=answer)
    assert sent.status_code == 201

    def is_there() -> bool:
        news = page.value(LiveComments, "news") or []
        told = page.value(Frame, "unseen") > before
        return told and any(each["id"] == sent.json()["id"] for each in news)

    await page.until(is_there, PATIENCE)
    await page.close()
    async with reading() as session:
        assert await counters.faults(session) == []


@pytest.mark.slow
async def test_who_signs_out_on_one_is_a_stranger_on_the_other(
    cast: Cast, pair: list[Production]
) -> None:
    here, there = pair
    token = await sign_in(cast.bob)
    async with browser(here, token) as one, browser(there, token) as other:
        assert (await other.get("/notifications")).status_code == 200
        assert (await one.post("/logout")).status_code in {200, 204}
        async with asyncio.timeout(PATIENCE):
            while (await other.get("/notifications")).status_code != 401:
                pass


@pytest.mark.slow
async def test_a_limit_is_one_limit_for_both(cast: Cast, pair: list[Production]) -> None:
    post = await publish(cast.alice)
    token = await sign_in(cast.bob)
    answers = []
    async with browser(pair[0], token) as one, browser(pair[1], token) as other:
        for number in range(COMMENTS_A_MINUTE + 2):
            client = other if number % 2 else one
            answers.append(await client.post("/comments", json=message(post.id, f"Word {number}")))
    statuses = [each.status_code for each in answers]
    assert statuses == [201] * COMMENTS_A_MINUTE + [429, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
