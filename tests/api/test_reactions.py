"""Tests of the reactions API."""

from httpx import AsyncClient

from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.workflows.payments.buyers import sell


async def test_reacting_returns_the_reactions_of_the_post(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    body = {"target": "post", "target_id": post.id, "reaction": "love"}
    for _ in range(2):
        response = await client.post("/reaction", json=body)
        assert response.status_code == 200
        assert response.json() == {
            "target": "post",
            "target_id": post.id,
            "my_reaction": "love",
            "reactions": [
                {"code": "love", "emoji": "❤️", "image": None, "name": "Love", "count": 1}
            ],
        }


async def test_a_null_reaction_removes_the_current_reaction(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.bob)
    body = {"target": "post", "target_id": post.id}
    await client.post("/reaction", json={**body, "reaction": "love"})
    response = await client.post("/reaction", json={**body, "reaction": None})
    assert (response.json()["my_reaction"], response.json()["reactions"]) == (None, [])


async def test_invalid_reactions_return_the_documented_status_codes(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    body = {"target": "post", "target_id": post.id, "reaction": "like"}
    assert (await client.post("/reaction", json=body)).status_code == 401
    await sign_in(client, cast.bob)
    fire = await client.post("/reaction", json={**body, "reaction": "fire"})
    assert (fire.status_code, fire.json()["code"]) == (403, "subscription_feature_required")
    assert fire.json()["details"] == {"feature": "reactions", "plans": []}
    plan = await sell(cast.olga, features=["reactions"])
    fire = await client.post("/reaction", json={**body, "reaction": "fire"})
    assert fire.json()["details"]["plans"] == [{"id": plan.id, "name": "Plus"}]
    assert (await client.post("/reaction", json={**body, "target_id": 999})).status_code == 404
    assert (await client.post("/reaction", json={**body, "reaction": "sneer"})).status_code == 422
    assert (await client.post("/reaction", json={**body, "target": "user"})).status_code == 422
    del body["reaction"]
    assert (await client.post("/reaction", json=body)).status_code == 422
