"""Tests of the API that suggests users while the caller types a name."""

from httpx import AsyncClient

from community.domain.search import NameKind
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.search.test_names import index


async def test_at_most_eight_users_are_suggested(client: AsyncClient, cast: Cast) -> None:
    for number in range(9):
        await factories.user(f"alina{number}")
    await index(NameKind.USER)
    assert (await client.get("/users/suggest?q=al")).status_code == 401
    await sign_in(client, cast.bob)
    response = await client.get("/users/suggest?q=al")
    assert len(response.json()["items"]) == 8
    only = (await client.get("/users/suggest?q=alic")).json()
    assert only == {
        "items": [{"id": cast.alice.id, "slug": "alice", "name": "Alice", "avatar": None}]
    }


async def test_a_discussion_must_be_readable(client: AsyncClient, cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft")
    await sign_in(client, cast.bob)
    for post, status in ((draft.id, 404), (0, 422), ("x", 422)):
        assert (await client.get(f"/users/suggest?post={post}")).status_code == status
