"""Tests that a personal access token without the scope `read` reads nothing private."""

from typing import Any

import pytest
from fastapi.routing import APIRoute
from httpx import AsyncClient

from community.admin.tables import csv_router
from community.api.app import ROUTERS
from community.core import rate_limits
from community.domain.notifications import NotificationKind
from tests import factories
from tests.api.credentials import bearer_headers
from tests.cast import Cast
from tests.domain.actions import publish_post

# These routes return the same to all clients, or need no token.
PUBLIC = {
    "/communities/{community}/members",
    "/media/{key:path}",
    "/ad/report/{token}",
    "/ad/report/{token}/statistics.csv",
    "/health",
    "/.well-known/security.txt",
    "/metrics",
    "/favicon.svg",
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/login",
    "/register",
}
READS = sorted(
    route.path
    for router in (*ROUTERS, csv_router)
    for route in router.routes
    if isinstance(route, APIRoute)
    and "GET" in (route.methods or ())
    and route.path not in PUBLIC
    and not route.path.startswith("/api/")
)


async def test_the_token_cannot_read(client: AsyncClient, cast: Cast) -> None:
    headers = await bearer_headers(cast.alice, "write")
    assert len(READS) > 100
    for path in READS:
        rate_limits.get_window.cache_clear()
        url = path.replace("{slug}", "alice").replace("{", "").replace("}", "")
        url = "/".join("1" if part in PARAMETERS else part for part in url.split("/"))
        response = await client.get(url, headers={**headers, "accept": "application/json"})
        assert (response.status_code, response.json()["details"]) == (403, {"scope": "read"}), path


PARAMETERS = {"post", "comment", "community", "token", "user"}
WRITES: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/settings/profile", {}),
    ("POST", "/settings/online-status", {"shows_online": True}),
    ("POST", "/settings/default-feed", {"default_feed": "new"}),
    ("POST", "/settings/ignored-keywords", {"ignored_keywords": ["x"]}),
    ("POST", "/settings/notification", {"types": {NotificationKind.MENTION.value: True}}),
    ("PATCH", "/posts/{post}", {}),
    ("PATCH", "/posts/{post}/draft", {}),
    ("POST", "/posts/{post}/pin", {}),
    ("POST", "/notifications/readAll", {}),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
async def test_a_change_does_not_return_the_rest_of_the_object(
    client: AsyncClient, cast: Cast, method: str, path: str, body: dict[str, Any]
) -> None:
    post = await publish_post(cast.alice)
    url = path.format(post=post.id)
    read_write = await bearer_headers(cast.alice)
    assert (await client.request(method, url, json=body, headers=read_write)).status_code == 200
    headers = await bearer_headers(cast.alice, "write")
    response = await client.request(method, url, json=body, headers=headers)
    assert (response.status_code, response.content) == (204, b"")
    for _ in range(2):
        headers["Idempotency-Key"] = "1"
        response = await client.request(method, url, json=body, headers=headers)
        assert (response.status_code, response.content) == (204, b"")


async def test_what_the_token_creates_is_returned(client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.bob)
    headers = await bearer_headers(cast.alice, "write")
    created = await client.post(
        "/comments", json={"post_id": post.id, "text": "Hi"}, headers=headers
    )
    assert (created.status_code, created.json()["text"]) == (201, "Hi")
