from typing import Any

import pytest
from httpx import AsyncClient

from tests.api.people import bearer, sign_in
from tests.cast import Cast

JSON = {"Accept": "application/json"}
DORA = {"name": "Dora", "email": "dora@example.com", "password": "a quiet harbour"}

CHANGES = [
    ("profile", {"name": "Alice B", "bio": "Bakes."}),
    ("online-status", {"shows_online": False}),
    ("default-feed", {"default_feed": "new"}),
    ("ignored-keywords", {"ignored_keywords": ["crypto"]}),
]


async def mine(client: AsyncClient) -> dict[str, Any]:
    answer = await client.get("/settings", headers=JSON)
    assert answer.status_code == 200, answer.text
    settings: dict[str, Any] = answer.json()
    return settings


@pytest.mark.parametrize(("section", "values"), CHANGES)
async def test_a_change_is_answered_with_all_settings_as_they_are(
    client: AsyncClient, cast: Cast, section: str, values: dict[str, object]
) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post(f"/settings/{section}", json=values)
    assert answer.status_code == 200, answer.text
    assert values.items() <= answer.json().items()
    assert answer.json() == await mine(client)


async def test_programs_read_what_people_are_told_of(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    before = (await mine(client))["notifications"]
    assert (before["email"], set(before["types"].values())) == (False, {True})
    changed = await client.post("/settings/notification", json={"types": {"mention": False}})
    assert (await mine(client))["notifications"] == changed.json() != before


@pytest.mark.parametrize(("section", "values"), [*CHANGES, ("password", {})])
async def test_guests_and_tokens_for_reading_change_nothing(
    client: AsyncClient, cast: Cast, section: str, values: dict[str, object]
) -> None:
    answer = await client.post(f"/settings/{section}", json=values)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    headers = await bearer(cast.alice, "read")
    answer = await client.post(f"/settings/{section}", json=values, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_a_token_for_writing_changes_the_profile(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer(cast.alice, "write")
    answer = await client.post("/settings/profile", json={"name": "Alice C"}, headers=headers)
    assert answer.json()["name"] == "Alice C"


async def test_a_browser_gets_the_page_at_the_same_address(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    answer = await client.get("/settings", headers={"Accept": "text/html"})
    assert answer.headers.get("content-type") != "application/json"


async def test_a_new_address_is_known_at_once_and_the_old_one_leads_to_it(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/settings/profile", json={"slug": "Alicia"})
    assert answer.json()["slug"] == "alicia"
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
async def test_what_cannot_be_is_said_beside_its_field(
    client: AsyncClient, cast: Cast, changes: dict[str, str], status: int, field: str
) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post("/settings/profile", json=changes)
    assert answer.status_code == status, answer.text
    assert field in answer.json()["errors"]


async def test_a_new_password_keeps_this_browser_and_ends_the_others(
    client: AsyncClient,
) -> None:
    other = (await client.post("/register", json=DORA)).cookies["session"]
    client.cookies.clear()
    login = {"login": "dora", "password": DORA["password"]}
    old = (await client.post("/login", json=login)).cookies["session"]
    change = {"current_password": DORA["password"], "password": "a loud harbour"}
    answer = await client.post("/settings/password", json=change)
    assert answer.status_code == 200, answer.text
    assert answer.cookies["session"] not in {old, other}
    await mine(client)
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
async def test_a_bad_new_password_is_refused(
    client: AsyncClient, current: str, new: str, field: str
) -> None:
    await client.post("/register", json=DORA)
    answer = await client.post(
        "/settings/password", json={"current_password": current, "password": new}
    )
    assert answer.status_code == 422
    assert field in answer.json()["errors"]
    await mine(client)


async def test_devices_are_listed_and_signed_out(client: AsyncClient, cast: Cast) -> None:
    lost = await sign_in(client, cast.alice)
    here = await sign_in(client, cast.alice)
    listed = (await client.get("/settings/devices")).json()["items"]
    assert {device["id"]: device["is_current"] for device in listed} == {lost: False, here: True}
    assert (await client.delete(f"/settings/devices/{lost}")).status_code == 204
    assert (await client.delete(f"/settings/devices/{lost}")).status_code == 404
    answer = await client.delete(f"/settings/devices/{here}")
    assert answer.status_code == 204
    assert 'session=""' in answer.headers["set-cookie"]


async def test_all_other_devices_are_signed_out(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    here = await sign_in(client, cast.alice)
    assert (await client.delete("/settings/devices")).status_code == 204
    [device] = (await client.get("/settings/devices")).json()["items"]
    assert device["id"] == here


async def test_strangers_guests_and_tokens_have_no_say_over_devices(
    client: AsyncClient, cast: Cast
) -> None:
    alices = await sign_in(client, cast.alice)
    client.cookies.clear()
    assert (await client.get("/settings/devices")).status_code == 401
    headers = await bearer(cast.alice)
    assert (await client.get("/settings/devices", headers=headers)).status_code == 403
    await sign_in(client, cast.bob)
    assert (await client.delete(f"/settings/devices/{alices}")).status_code == 404


async def test_a_token_is_made_used_and_revoked(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    made = await client.post("/settings/tokens", json={"name": "Backup", "scopes": ["read"]})
    assert made.status_code == 201, made.text
    secret, place = made.json()["secret"], made.headers["location"]
    assert secret.startswith("cmt_")
    assert (await client.get(place)).json()["secret"] is None
    assert secret not in (await client.get("/settings/tokens")).text
    client.cookies.clear()
    headers = JSON | {"Authorization": f"Bearer {secret}"}
    assert (await client.get("/settings", headers=headers)).json()["slug"] == "alice"
    assert (await client.post("/settings/tokens", json={}, headers=headers)).status_code == 403
    await sign_in(client, cast.bob)
    assert (await client.delete(place)).status_code == 404
    assert (await client.get(place)).status_code == 404
    await sign_in(client, cast.alice)
    assert (await client.delete(place)).status_code == 204
    client.cookies.clear()
    assert (await client.get("/settings", headers=headers)).status_code == 401


@pytest.mark.parametrize(
    "wrong",
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
async def test_what_a_token_cannot_be(
    client: AsyncClient, cast: Cast, wrong: dict[str, object]
) -> None:
    await sign_in(client, cast.alice)
    answer = await client.post(
        "/settings/tokens", json={"name": "Backup", "scopes": ["read"]} | wrong
    )
    assert answer.status_code == 422, answer.text
