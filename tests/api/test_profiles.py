import pytest
from httpx import AsyncClient

from community import authentication, urls
from community.core.db.sessions import unit_of_work
from community.models import Follow
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.subscriptions.grants import grant

JSON = {"Accept": "application/json"}


async def test_the_profile_url_serves_json_to_clients_that_accept_json(
    client: AsyncClient, cast: Cast
) -> None:
    response = await client.get("/Alice", headers=JSON)
    assert response.status_code == 200, response.text
    profile = response.json()
    assert (profile["id"], profile["roles"]) == (cast.alice.id, ["user"])
    assert "email" not in profile
    assert profile["created_at"].endswith("Z")


async def test_a_browser_that_requests_a_profile_gets_html_instead_of_json(
    client: AsyncClient, cast: Cast
) -> None:
    response = await client.get("/alice", headers={"Accept": "text/html,*/*;q=0.8"})
    assert response.headers.get("content-type") != "application/json"


async def test_a_profile_tells_the_viewer_whether_they_follow_the_user(
    client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        session.add(Follow(follower_id=cast.bob.id, followed_id=cast.alice.id))
    assert (await client.get("/alice", headers=JSON)).json()["is_following"] is False
    await sign_in(client, cast.bob)
    assert (await client.get("/alice", headers=JSON)).json()["is_following"] is True


@pytest.mark.parametrize("path", ["/nobody", "/a%00b", "/12345", "/al%25ce", "/" + "x" * 300])
async def test_an_unknown_user_is_not_found(client: AsyncClient, cast: Cast, path: str) -> None:
    response = await client.get(path, headers=JSON)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("slug", sorted(urls.RESERVED_SLUGS))
async def test_a_url_with_a_reserved_slug_is_not_a_profile(client: AsyncClient, slug: str) -> None:
    response = await client.get(f"/{slug}", headers=JSON, follow_redirects=False)
    assert "No one here uses that name." not in response.text


async def test_a_subscriber_chooses_the_badge_and_style_that_others_see(
    client: AsyncClient, cast: Cast
) -> None:
    choice = {"badge": "leaf", "name_style": "forest"}
    await sign_in(client, cast.alice)
    refused = await client.patch("/settings/name-appearance", json=choice)
    assert (refused.status_code, refused.json()["code"]) == (403, "subscription_feature_required")
    assert refused.json()["details"]["feature"] == "badge"
    await grant(cast.olga, cast.alice, "badge", "fancy_nickname")
    authentication.clear_cache()
    chosen = await client.patch("/settings/name-appearance", json=choice)
    assert chosen.status_code == 200, chosen.text
    assert chosen.json() | choice == chosen.json()
    unknown = await client.patch("/settings/name-appearance", json={"badge": "verified"})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "validation")
    assert unknown.json()["errors"].keys() == {"badge"}
    profile = (await client.get("/alice", headers=JSON)).json()
    assert profile | choice == profile
