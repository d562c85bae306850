"""Tests of the server-rendered page with the top authors."""

from datetime import timedelta

from httpx import AsyncClient

from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.jobs.runner import run_scheduled_job
from community.models import Follow
from tests.cast import Cast
from tests.domain.moderation.actions import ban, confirm


async def follow(follower: Actor, followed: Actor, days: int) -> None:
    created_at = clock.now() - timedelta(days=days)
    async with unit_of_work() as session:
        session.add(Follow(follower_id=follower.id, followed_id=followed.id, created_at=created_at))


async def get_main(client: AsyncClient, path: str) -> str:
    page = await client.get(path)
    assert page.status_code == 200
    return page.text.split("<main")[1].split("</main>")[0]


async def test_each_period_has_its_page_and_links_to_the_others(
    html_client: AsyncClient, cast: Cast
) -> None:
    assert "No top authors yet" in await get_main(html_client, "/top-authors?period=day")
    await follow(cast.olga, cast.alice, 2)
    await follow(cast.olga, cast.bob, 20)
    await run_scheduled_job("update_top_authors")
    week = await get_main(html_client, "/top-authors?period=week")
    assert 'href="/alice"' in week
    assert 'href="/bob"' not in week
    for period in ("day", "week", "month", "year", "all"):
        assert f'href="/top-authors?period={period}"' in week
    assert await get_main(html_client, "/top-authors") == await get_main(
        html_client, "/top-authors?period=nonsense"
    )
    assert 'href="/bob"' in await get_main(html_client, "/top-authors")


async def test_a_banned_person_disappears_from_the_cached_page(
    html_client: AsyncClient, cast: Cast
) -> None:
    await follow(cast.charlie, cast.alice, 2)
    await run_scheduled_job("update_top_authors")
    for _visit in range(2):
        assert 'href="/alice"' in await get_main(html_client, "/top-authors")
    await ban(await confirm(cast.olga), cast.alice)
    await database.wait_for_pushes()
    assert 'href="/alice"' not in await get_main(html_client, "/top-authors")
