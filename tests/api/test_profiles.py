import pytest
from httpx import AsyncClient

from community import urls
from community.core.database import unit_of_work
from community.models import Follow
from tests.api.people import sign_in
from tests.cast import Cast

JSON = {"Accept": "application/json"}


async def test_a_program_gets_a_profile_at_the_address_of_its_page(
    client: AsyncClient, cast: Cast
) -> None:
    answer = await client.get("/Alice", headers=JSON)
    assert answer.status_code == 200, answer.text
    profile = answer.json()
    assert (profile["id"], profile["roles"]) == (cast.alice.id, ["user"])
    assert "email" not in profile
    assert profile["created_at"].endswith("Z")


async def test_a_browser_gets_the_page(client: AsyncClient, cast: Cast) -> None:
    answer = await client.get("/alice", headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.headers.get("content-type") != "application/json"


async def test_the_viewer_sees_their_own_ties(client: AsyncClient, cast: Cast) -> None:
    async with unit_of_work() as session:
        session.add(Follow(follower_id=cast.bob.id, followed_id=cast.alice.id))
    assert (await client.get("/alice", headers=JSON)).json()["is_following"] is False
    await sign_in(client, cast.bob)
    assert (await client.get("/alice", headers=JSON)).json()["is_following"] is True


@pytest.mark.parametrize("path", ["/nobody", "/a%00b", "/12345", "/al%25ce", "/" + "x" * 300])
async def test_nobody_is_not_found(client: AsyncClient, cast: Cast, path: str) -> None:
    answer = await client.get(path, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("word", sorted(urls.RESERVED_SLUGS))
async def test_reserved_words_are_nobodys_address(client: AsyncClient, word: str) -> None:
    answer = await client.get(f"/{word}", headers=JSON, follow_redirects=False)
    assert "There is nobody by that name." not in answer.text
