"""Tests of the HTTP API of the Admin Panel: administrators, confirmation and the audit log."""

import pytest
from httpx import AsyncClient

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import identity
from community.models import User
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD

API = "/admin-panel/api"


async def set_password(actor: Actor) -> None:
    password_hash = await identity.hash_password(PASSWORD)
    async with unit_of_work() as session:
        (await session.get_one(User, actor.id)).password_hash = password_hash


async def test_permissions_are_changed_after_a_confirmation(
    client: AsyncClient, cast: Cast
) -> None:
    await set_password(cast.olga)
    await sign_in(client, cast.olga)
    path = f"{API}/administrators/{cast.alice.id}"
    response = await client.put(path, json={"sections": ["users"]})
    assert (response.status_code, response.json()["code"]) == (403, "confirmation_required")
    response = await client.post("/settings/confirmation", json={"password": "wrong"})
    assert response.status_code == 422
    response = await client.post("/settings/confirmation", json={"password": PASSWORD})
    assert response.status_code == 204
    response = await client.put(path, json={"sections": ["users"]})
    assert (response.status_code, response.json()["sections"]) == (200, ["users"])
    items = (await client.get(f"{API}/administrators")).json()["items"]
    assert [(item["slug"], item["is_full"]) for item in items] == [("olga", True), ("alice", False)]
    assert (await client.delete(path)).status_code == 204
    (removed, added) = (await client.get(f"{API}/audit-log?q=alice")).json()["items"]
    assert (removed["action"], added["action"]) == ("administrator.removed", "administrator.added")
    assert added["address"] == "203.0.113.7"


async def test_wrong_passwords_are_limited(client: AsyncClient, cast: Cast) -> None:
    await set_password(cast.olga)
    await sign_in(client, cast.olga)
    statuses = [
        (await client.post("/settings/confirmation", json={"password": "wrong"})).status_code
        for _ in range(6)
    ]
    assert statuses == [422] * 5 + [429]


async def test_access_tokens_cannot_change_permissions(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer_headers(cast.olga)
    response = await client.put(
        f"{API}/administrators/{cast.alice.id}", json={"sections": ["*"]}, headers=headers
    )
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize("path", ["administrators", "audit-log"])
async def test_the_api_does_not_exist_for_members(
    client: AsyncClient, cast: Cast, path: str
) -> None:
    await sign_in(client, cast.alice)
    assert (await client.get(f"{API}/{path}")).status_code == 404
