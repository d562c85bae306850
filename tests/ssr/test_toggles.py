"""Tests of the Follow, Join and notification buttons on server-rendered pages."""

import pytest
from httpx import AsyncClient

from community.core.database import unit_of_work
from community.domain import communities, follows
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast

ADDRESSES = ("/alice", "/profile/bob/following", "/c/bread", "/communities")


@pytest.mark.parametrize("address", ADDRESSES)
async def test_toggles_lead_guests_to_the_sign_in_page(
    html_client: AsyncClient, cast: Cast, address: str
) -> None:
    await _follow_and_join(cast)
    main = await _get_main(html_client, address)
    assert 'href="/?modal=auth" rel="nofollow"' in main
    assert 'aria-pressed="' not in main


@pytest.mark.parametrize("address", ADDRESSES)
async def test_toggles_of_members_show_whether_they_are_on(
    html_client: AsyncClient, cast: Cast, address: str
) -> None:
    await _follow_and_join(cast)
    await sign_in(html_client, cast.bob)
    assert 'aria-pressed="true"' in await _get_main(html_client, address)
    await sign_in(html_client, cast.charlie)
    main = await _get_main(html_client, address)
    assert 'aria-pressed="false"' in main
    assert 'aria-pressed="true"' not in main


async def _follow_and_join(cast: Cast) -> None:
    """Let Bob follow Alice and join her community."""
    community = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
        await communities.join(session, cast.bob, community_id=community.id)


async def _get_main(client: AsyncClient, address: str) -> str:
    """Return the content of a page without its layout."""
    return (await client.get(address)).text.split("<main")[1].split("<aside")[0]
