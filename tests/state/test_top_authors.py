"""Tests of the page with the top authors in open tabs."""

from community.core.db.sessions import unit_of_work
from community.jobs.runner import run_scheduled_job
from community.models import Follow
from community.state.pages.top_authors import TopAuthorsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer


async def test_a_guest_opens_a_period_and_loads_more(
    cast: Cast, socket_server: SocketServer
) -> None:
    authors = [await factories.user(f"author-{number}") for number in range(22)]
    async with unit_of_work() as session:
        for author in authors:
            session.add(Follow(follower_id=cast.bob.id, followed_id=author.id))
    await run_scheduled_job("update_top_authors")
    tab = await socket_server.open(cast.guest, "/top-authors?period=day")
    await tab.send(TopAuthorsState.load)
    assert tab[TopAuthorsState]["period"] == "day"
    first = tab[TopAuthorsState]["loaded_page"]
    assert len(first["rows"]) == 20
    await tab.send(TopAuthorsState.load_more, cursor=first["next_cursor"])
    second = tab[TopAuthorsState]["loaded_page"]
    assert [row["slug"] for row in second["rows"]] == ["author-20", "author-21"]
    assert [row["place"] for row in second["rows"]] == [1, 1]
