"""Tests of what clients of the API and readers of the page learn about why they may not comment."""

from collections.abc import Callable
from typing import Any

import pytest
from httpx import AsyncClient

from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.commenting_restrictions import REASONS, create_restricted_user


@pytest.mark.parametrize("reason", REASONS)
async def test_the_error_says_why_and_until_when(
    client: AsyncClient, cast: Cast, reason: str
) -> None:
    user = await create_restricted_user(cast, reason)
    post = await factories.post(cast.alice)
    if not user.actor.is_guest:
        await sign_in(client, user.actor)
    can = (await client.get(f"/posts/{post.id}")).json()["can"]
    assert (can["comment"], can["comment_restriction"]) == (False, user.message)
    response = await client.post("/comments", json={"post_id": post.id, "text": "Hello."})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (user.status, user.code)
    assert problem.get("details", {}) == user.details
    if not user.actor.is_guest:  # Guests get the error of every route that needs a sign-in.
        assert problem["detail"] == user.message


REQUESTS: dict[str, Callable[[int], tuple[str, str, dict[str, Any]]]] = {
    "publish": lambda _post_id: ("POST", "/posts", {"title": "T", "text": "T"}),
    "react": lambda post_id: (
        "POST",
        "/reaction",
        {"target": "post", "target_id": post_id, "reaction": "like"},
    ),
    "comment": lambda post_id: ("POST", "/comments", {"post_id": post_id, "text": "Hello."}),
    "follow": lambda _post_id: ("POST", "/follows/alice", {}),
    "join": lambda _post_id: ("POST", "/communities/bread/membership", {}),
    "create a community": lambda _post_id: ("POST", "/communities", {"slug": "sea", "name": "S"}),
    "edit the profile": lambda _post_id: ("POST", "/settings/profile", {"name": "M"}),
}


@pytest.mark.parametrize("reason", ["banned", "banned until"])
@pytest.mark.parametrize("action", REQUESTS)
async def test_every_action_names_the_end_of_the_ban(
    client: AsyncClient, cast: Cast, action: str, reason: str
) -> None:
    user = await create_restricted_user(cast, reason)
    post = await factories.post(cast.alice)
    await factories.community(cast.alice, "bread")
    await sign_in(client, user.actor)
    method, path, body = REQUESTS[action](post.id)
    problem = (await client.request(method, path, json=body)).json()
    assert (problem["code"], problem["detail"]) == ("banned", user.message)
    assert problem["details"] == user.details
