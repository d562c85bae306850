from typing import Any

import pytest
from httpx import AsyncClient

from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast

JSON = {"Accept": "application/json"}
DORA = {"name": "Dora", "email": "dora@example.com", "password": "a quiet harbour"}

CHANGES = [
    ("profile", {"name": "Alice B", "bio": "Bakes."}),
    ("online-status", {"shows_online": False}),
    ("default-feed", {"default_feed": "new"}),
    ("ignored-keywords", {"ignored_keywords": ["crypto"]}),
]


async def get_settings(client: AsyncClient) -> dict[str, Any]:
    response = await client.get("/settings", headers=JSON)
    assert response.status_code == 200, response.text
    settings: dict[str, Any] = response.json()
    return settings


@pytest.mark.parametrize(("section", "values"), CHANGES)
async def test_changing_a_setting_returns_all_settings(
    client: AsyncClient, cast: Cast, section: str, values: dict[str, object]
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post(f"/settings/{section}", json=values)
    assert response.status_code == 200, response.text
    assert values.items() <= response.json().items()
    assert response.json() == await get_settings(client)


async def test_notification_preferences_are_part_of_the_settings(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    before = (await get_settings(client))["notifications"]
    assert (before["email"], set(before["types"].values())) == (False, {True})
    changed = await client.post("/settings/notification", json={"types": {"mention": False}})
    assert (await get_settings(client))["notifications"] == changed.json() != before


@pytest.mark.parametrize(("section", "values"), [*CHANGES, ("password", {})])
async def test_guests_and_read_tokens_cannot_change_settings(
    client: AsyncClient, cast: Cast, section: str, values: dict[str, object]
) -> None:
    response = await client.post(f"/settings/{section}", json=values)
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    headers = await bearer_headers(cast.alice, "read")
    response = await client.post(f"/settings/{section}", json=values, headers=headers)
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")


async def test_a_write_token_can_change_the_profile(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer_headers(cast.alice, "write")
    response = await client.post("/settings/profile", json={"name": "Alice C"}, headers=headers)
    assert response.status_code == 204
    profile = await client.get("/alice", headers={"Accept": "application/json"})
    assert profile.json()["name"] == "Alice C"


async def test_a_browser_that_requests_the_settings_gets_html_instead_of_json(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    response = await client.get("/settings", headers={"Accept": "text/html"})
    assert response.headers.get("content-type") != "application/json"


async def test_a_new_slug_works_immediately_and_the_old_one_redirects(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/settings/profile", json={"slug": "Alicia"})
    assert response.json()["slug"] == "alicia"
    moved = await client.get("/alice", headers=JSON)
    assert (moved.status_code, moved.headers["location"]) == (301, "/alicia")
    assert (await client.get("/alicia", headers=JSON)).json()["id"] == cast.alice.id


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"slug": "bob"}, 409, "slug"),
        ({"slug": "settings"}, 422, "slug"),
        ({"name": ""}, 422, "name"),
        ({"bio": "x" * 501}, 422, "bio"),
        ({"avatar": "not-an-id"}, 422, "avatar"),
        ({"avatar": "00000000-0000-7000-8000-000000000000"}, 422, "avatar"),
    ],
)
async def test_each_invalid_profile_value_returns_an_error_for_its_field(
    client: AsyncClient, cast: Cast, changes: dict[str, str], status: int, field: str
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post("/settings/profile", json=changes)
    assert response.status_code == status, response.text
    assert field in response.json()["errors"]


async def test_a_password_change_renews_the_current_session_and_revokes_the_others(
    client: AsyncClient,
) -> None:
    other = (await client.post("/register", json=DORA)).cookies["session"]
    client.cookies.clear()
    login = {"login": "dora", "password": DORA["password"]}
    old = (await client.post("/login", json=login)).cookies["session"]
    change = {"current_password": DORA["password"], "password": "a loud harbour"}
    response = await client.post("/settings/password", json=change)
    assert response.status_code == 200, response.text
    assert response.cookies["session"] not in {old, other}
    await get_settings(client)
    for token in (old, other):
        client.cookies.clear()
        client.cookies.set("session", token)
        assert (await client.get("/settings", headers=JSON)).status_code == 401
    client.cookies.clear()
    assert (await client.post("/login", json=login)).status_code == 401


@pytest.mark.parametrize(
    ("current", "new", "field"),
    [
        ("wrong harbour", "a loud harbour", "current_password"),
        (DORA["password"], "dora@example.com", "password"),
        (DORA["password"], "password1", "password"),
    ],
)
async def test_an_invalid_password_change_is_rejected(
    client: AsyncClient, current: str, new: str, field: str
) -> None:
    await client.post("/register", json=DORA)
    response = await client.post(
        "/settings/password", json={"current_password": current, "password": new}
    )
    assert response.status_code == 422
    assert field in response.json()["errors"]
    await get_settings(client)


async def test_devices_are_listed_and_revoked(client: AsyncClient, cast: Cast) -> None:
    other = await sign_in(client, cast.alice)
    current = await sign_in(client, cast.alice)
    listed = (await client.get("/settings/devices")).json()["items"]
    assert {device["id"]: device["is_current"] for device in listed} == {
        other: False,
        current: True,
    }
    assert (await client.delete(f"/settings/devices/{other}")).status_code == 204
    assert (await client.delete(f"/settings/devices/{other}")).status_code == 404
    response = await client.delete(f"/settings/devices/{current}")
    assert response.status_code == 204
    assert 'session=""' in response.headers["set-cookie"]


async def test_all_devices_except_the_current_one_can_be_revoked(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    current = await sign_in(client, cast.alice)
    assert (await client.delete("/settings/devices")).status_code == 204
    [device] = (await client.get("/settings/devices")).json()["items"]
    assert device["id"] == current


async def test_other_users_guests_and_tokens_cannot_manage_devices(
    client: AsyncClient, cast: Cast
) -> None:
    session_id = await sign_in(client, cast.alice)
    client.cookies.clear()
    assert (await client.get("/settings/devices")).status_code == 401
    headers = await bearer_headers(cast.alice)
    assert (await client.get("/settings/devices", headers=headers)).status_code == 403
    await sign_in(client, cast.bob)
    assert (await client.delete(f"/settings/devices/{session_id}")).status_code == 404


async def test_a_token_is_created_used_and_revoked(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    created = await client.post("/settings/tokens", json={"name": "Backup", "scopes": ["read"]})
    assert created.status_code == 201, created.text
    secret, url = created.json()["secret"], created.headers["location"]
    assert secret.startswith("cmt_")
    assert (await client.get(url)).json()["secret"] is None
    assert secret not in (await client.get("/settings/tokens")).text
    client.cookies.clear()
    headers = JSON | {"Authorization": f"Bearer {secret}"}
    assert (await client.get("/settings", headers=headers)).json()["slug"] == "alice"
    assert (await client.post("/settings/tokens", json={}, headers=headers)).status_code == 403
    await sign_in(client, cast.bob)
    assert (await client.delete(url)).status_code == 404
    assert (await client.get(url)).status_code == 404
    await sign_in(client, cast.alice)
    assert (await client.delete(url)).status_code == 204
    client.cookies.clear()
    assert (await client.get("/settings", headers=headers)).status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"scopes": []},
        {"scopes": ["root"]},
        {"expires_at": "2020-01-01T00:00:00Z"},
        {"expires_at": "2030-01-01T00:00:00"},
        {"expires_at": "9999-12-31T23:59:59-12:00"},
        {"expires_at": "0001-01-01T00:00:00+14:00"},
    ],
)
async def test_invalid_token_values_are_rejected(
    client: AsyncClient, cast: Cast, changes: dict[str, object]
) -> None:
    await sign_in(client, cast.alice)
    response = await client.post(
        "/settings/tokens", json={"name": "Backup", "scopes": ["read"]} | changes
    )
    assert response.status_code == 422, response.text
