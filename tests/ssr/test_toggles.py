"""Tests of the Follow, Join and notification buttons on server-rendered pages."""

from urllib.parse import quote

import pytest
from httpx import AsyncClient

from community.core.db.sessions import unit_of_work
from community.domain import communities, follows
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast

ADDRESSES = ("/alice", "/profile/bob/following", "/c/bread", "/communities")


@pytest.mark.parametrize("address", ADDRESSES)
async def test_toggles_lead_guests_to_the_sign_in_page_and_back(
    html_client: AsyncClient, cast: Cast, address: str
) -> None:
    await _follow_and_join(cast)
    main = await _get_main(html_client, address)
    assert f'href="/?modal=auth&amp;next={quote(address, safe="")}" rel="nofollow"' in main
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


async def test_only_members_of_a_closed_community_see_the_button_to_join_or_leave(
    html_client: AsyncClient, cast: Cast
) -> None:
    await _follow_and_join(cast)
    async with unit_of_work() as session:
        community = await communities.get_view(session, cast.alice, "bread")
        await communities.close(session, cast.alice, community_id=community.id)
    assert "Join" not in await _get_main(html_client, "/c/bread")
    await sign_in(html_client, cast.bob)
    assert "Joined" in await _get_main(html_client, "/c/bread")
    await sign_in(html_client, cast.charlie)
    assert "Join" not in await _get_main(html_client, "/c/bread")


async def _follow_and_join(cast: Cast) -> None:
    """Let Bob follow Alice and join her community."""
    community = await factories.community(cast.alice)
    async with unit_of_work() as session:
        await follows.follow(session, cast.bob, user_id=cast.alice.id)
        await communities.join(session, cast.bob, community_id=community.id)


async def _get_main(client: AsyncClient, address: str) -> str:
    """Return the content of a page without its layout."""
    return (await client.get(address)).text.split("<main")[1].split("<aside")[0]
