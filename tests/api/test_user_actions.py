"""Tests of the routes with which administrators act on users."""

from httpx import AsyncClient
from sqlmodel import update

from community import authentication
from community.core import clock
from community.core.db.sessions import unit_of_work
from community.models import UserSession
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast


async def confirm_sessions() -> None:
    """Let all sign-in sessions count as recently confirmed."""
    async with unit_of_work() as session:
        await session.execute(update(UserSession).values(confirmed_at=clock.now()))
    authentication.clear_cache()


async def test_a_banned_user_reads_why_and_comments_again_after_the_ban_is_lifted(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    comment = {"post_id": post.id, "text": "Well said."}
    path = f"/admin-panel/api/users/{cast.bob.id}"
    await sign_in(client, cast.olga)
    ban = {"reason": "Spam", "until": "2030-01-01T00:00:00Z"}
    refused = await client.post(f"{path}/ban", json=ban)
    assert (refused.status_code, refused.json()["code"]) == (403, "confirmation_required")
    await confirm_sessions()
    assert (await client.post(f"{path}/ban", json=ban)).json()["ban_reason"] == "Spam"
    await sign_in(client, cast.bob)
    response = await client.post("/comments", json=comment)
    assert (response.status_code, response.json()["code"]) == (403, "banned")
    assert response.json()["details"]["reason"] == "Spam"
    await sign_in(client, cast.olga)
    assert (await client.post(f"{path}/unban", json={})).json()["banned_at"] is None
    sanctions = (await client.get(f"{path}/sanctions")).json()["items"]
    assert [row["status"] for row in sanctions] == ["lifted"]
    await sign_in(client, cast.bob)
    assert (await client.post("/comments", json=comment)).status_code == 201
