"""Tests that a visibility rule applies to the HTTP API."""

import pytest
from httpx import AsyncClient

from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.private_community import MARKER, create_private_community


@pytest.mark.parametrize("is_private", [False, True])
async def test_the_api_returns_no_posts_that_the_caller_may_not_read(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch, *, is_private: bool
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=is_private)
    post, comment = scenario.post.id, scenario.comment.id
    headers = {"Accept": "application/json"}
    for caller in (cast.guest, cast.bob):
        if not caller.is_guest:
            await sign_in(client, caller)
        for path in (
            *("/feed?name=new", "/feed?name=popular", f"/feed?tag={MARKER}"),
            *(f"/feed?community={MARKER}", "/feed/discussions", "/posts", "/posts?author=alice"),
            *(f"/posts/{post}", f"/posts/{post}/comments", f"/comments/{comment}"),
            f"/comments/{comment}/replies",
        ):
            response = await client.get(path, headers=headers)
            assert (f'"post_id":{post}' in response.text or "A quince" in response.text) is (
                not is_private
            ), path
            assert response.status_code in ((200, 404) if is_private else (200,)), path
