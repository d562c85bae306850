"""Tests that server-rendered pages show the badges and styles of names, also from the cache."""

import pytest
from httpx import AsyncClient

from community.core.actor import Actor
from community.core.db import sessions as database
from community.domain import follows, people
from community.domain.people.name_appearance import NameAppearance
from tests import factories
from tests.cast import Cast
from tests.domain.actions import reply, run
from tests.domain.subscriptions.grants import grant, load_actor, revoke

BADGE = 'aria-label="Coffee"'
STYLE = "name-sunset"


async def create_pages(cast: Cast, author: Actor) -> dict[str, str]:
    """Return pages that show the name of the author, by what they show."""
    bread = await factories.community(author, "bread")
    own = await factories.post(author, "On rye", community_id=bread.id)
    other = await factories.post(cast.bob, "On wheat")
    await reply(author, other, "Well said.")
    await run(follows.follow, cast.bob, user_id=author.id)
    return {
        "card": "/new",
        "article": f"/p/{own.id}/{own.slug}",
        "comment": f"/p/{other.id}/{other.slug}",
        "profile": "/alice",
        "follow list": "/profile/bob/following",
        "community": "/c/bread",
        "members": "/c/bread/members",
    }


@pytest.mark.parametrize(
    "page", ["card", "article", "comment", "profile", "follow list", "community", "members"]
)
async def test_the_name_changes_on_cached_pages_with_the_choice_and_the_plan(
    html_client: AsyncClient, cast: Cast, page: str
) -> None:
    path = (await create_pages(cast, cast.alice))[page]

    async def is_shown() -> list[bool]:
        await database.wait_for_pushes()
        texts = [(await html_client.get(path)).text for _request in range(2)]
        main = [text.split("<main")[1].split("</main")[0] for text in texts]
        assert all("Alice" in text for text in main)
        return [BADGE in text and STYLE in text for text in main]

    subscription = await grant(cast.olga, cast.alice, "badge", "fancy_nickname")
    assert await is_shown() == [False, False]
    await run(
        people.name_appearance.change,
        await load_actor(cast.alice),
        NameAppearance(badge="coffee", name_style="sunset"),
    )
    assert await is_shown() == [True, True]
    await revoke(cast.olga, subscription)
    assert await is_shown() == [False, False]
    await grant(cast.olga, cast.alice, "badge", "fancy_nickname")
    assert await is_shown() == [True, True]
