"""Tests of the routes with which administrators act on users."""

import asyncio

from httpx import AsyncClient
from sqlmodel import select, update

from community import authentication, jobs
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.models import AuditEntry, Mail, UserSession
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


async def test_a_view_as_another_user_reads_but_writes_nothing(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await sign_in(client, cast.olga)
    await confirm_sessions()
    path = f"/admin-panel/api/users/{cast.bob.id}"
    assert (await client.post(f"{path}/view", json={"reason": "Ticket 7"})).status_code == 200
    comment = {"post_id": post.id, "text": "Well said."}
    for method, url, body in (
        ("POST", "/comments", comment),
        ("POST", f"/follows/{cast.alice.id}", None),
        ("POST", "/settings/profile", {"name": "Robert"}),
        ("DELETE", f"/posts/{post.id}", None),
    ):
        response = await client.request(method, url, json=body)
        assert (response.status_code, response.json()["code"]) == (403, "read_only_view")
    # In a task of its own, as on a server, because the request forbids writes in its context.
    read = asyncio.create_task(client.get(f"/posts/{post.id}"))
    assert (await read).status_code == 200
    assert (await client.post("/account/view/stop")).status_code == 204
    assert (await client.get(path)).json()["slug"] == "bob"


async def test_a_logout_during_a_view_ends_the_view_and_the_session(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.olga)
    await confirm_sessions()
    cookies = dict(client.cookies)
    path, accept = f"/admin-panel/api/users/{cast.bob.id}", {"Accept": "application/json"}
    await client.post(f"{path}/view", json={})
    # In a task of its own, because the request forbids writes in its context. Bob may not read it.
    read = asyncio.create_task(client.get(path))
    assert (await read).status_code == 404
    assert (await client.post("/logout")).status_code == 204
    client.cookies.update(cookies)
    assert (await client.get("/settings", headers=accept)).status_code == 401
    async with read_session() as session:
        actions = list(await session.scalars(select(AuditEntry.action).order_by("id")))
    assert actions[-2:] == ["user.view_started", "user.view_stopped"]


async def test_a_ban_that_someone_else_made_meanwhile_answers_409_with_both(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.olga)
    await confirm_sessions()
    path = f"/admin-panel/api/users/{cast.bob.id}/ban"
    first = {"reason": "Spam", "until": "2030-01-01T00:00:00.000Z"}
    second = {"reason": "Insults", "until": None}
    assert (await client.post(path, json=first)).status_code == 200
    assert (await client.post(path, json=first)).status_code == 200  # the same ban again
    response = await client.post(path, json=second)
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    assert "Spam" in response.json()["detail"]
    assert response.json()["details"]["conflicts"] == {
        "until": {"saved": first["until"], "submitted": None},
        "reason": {"saved": "Spam", "submitted": "Insults"},
    }
    replaced = await client.post(path, json={**second, "shown": first})
    assert replaced.json()["ban_reason"] == "Insults"
    assert (await client.post(path, json={**first, "shown": second})).status_code == 200


async def test_a_stale_edit_answers_409_with_both_values(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    path = f"/admin-panel/api/users/{cast.bob.id}"
    shown = {key: (await client.get(path)).json()[key] for key in ("name", "slug", "email", "bio")}
    edit = {"name": "Robert", "shown": shown, "reason": "Requested"}
    assert (await client.patch(path, json={"name": "Bobby"})).json()["name"] == "Bobby"
    response = await client.patch(path, json=edit)
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    conflicts = {"name": {"saved": "Bobby", "submitted": "Robert"}}
    assert response.json()["details"]["conflicts"] == conflicts
    edit["shown"] = {**shown, "name": "Bobby"}
    assert (await client.patch(path, json=edit)).json()["name"] == "Robert"
    changes = (await client.get(f"{path}/changes")).json()["items"]
    assert [entry["reason"] for entry in changes] == ["Requested", ""]


async def test_a_cleanup_hides_everything_and_is_undone_by_those_who_may_ban(
    client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.bob)
    limited = await factories.user("limited", sections=["posts", "comments"])
    path = f"/admin-panel/api/users/{cast.bob.id}"
    body = {"content": "hide", "reason": "Spam", "ban": False}
    for actor, status in ((cast.alice, 404), (limited, 403)):
        await sign_in(client, actor)
        assert (await client.get(f"{path}/contents")).status_code == status
        assert (await client.post(f"{path}/cleanup", json=body)).status_code == status
    await sign_in(client, cast.olga)
    await confirm_sessions()
    assert (await client.get(f"{path}/contents")).json()["posts_to_hide"] == 1
    assert (await client.post(f"{path}/cleanup", json=body | {"reason": ""})).status_code == 422
    response = await client.post(f"{path}/cleanup", json=body)
    assert (response.status_code, response.json()["total"]) == (202, 1)
    await jobs.run_due_jobs()
    url = f"/admin-panel/api/cleanups/{response.json()['id']}"
    assert (await client.get(url)).json()["state"] == "finished"
    assert (await client.post(f"{url}/undo", json={})).status_code == 202
    await jobs.run_due_jobs()
    assert (await client.get(url)).json()["state"] == "undone"
    assert (await client.get(f"/posts/{post.id}")).json()["status"] == "published"


async def test_the_section_of_users_grants_and_revokes_roles_and_sections(
    client: AsyncClient, cast: Cast
) -> None:
    limited = await factories.user("limited", sections=["users", "posts"])
    posts_only = await factories.user("posts-only", sections=["posts"])
    path = f"/admin-panel/api/users/{cast.bob.id}/administrator"
    for actor, status in ((cast.alice, 404), (posts_only, 403)):
        await sign_in(client, actor)
        await confirm_sessions()
        assert (await client.put(path, json={"sections": ["posts"]})).status_code == status
        assert (await client.delete(path)).status_code == status
    await sign_in(client, limited)
    response = await client.put(path, json={"sections": ["posts"]})
    assert (response.status_code, response.json()["code"]) == (403, "confirmation_required")
    await confirm_sessions()
    response = await client.put(path, json={"sections": ["posts"]})
    assert (response.status_code, response.json()["sections"]) == (200, ["posts"])
    assert response.json()["is_admin"] is True
    # Administrators grant only what they have, and do not change full administrators.
    for user, sections in ((cast.bob, ["mail"]), (cast.bob, ["*"]), (cast.olga, ["posts"])):
        url = f"/admin-panel/api/users/{user.id}/administrator"
        assert (await client.put(url, json={"sections": sections})).status_code == 403
    assert (await client.delete(path)).json()["is_admin"] is False
    await sign_in(client, cast.olga)
    await confirm_sessions()
    assert (await client.put(path, json={"sections": ["nowhere"]})).status_code == 422
    own = f"/admin-panel/api/users/{cast.olga.id}/administrator"
    assert (await client.delete(own)).status_code == 409  # the last full administrator


async def test_an_administrator_deletes_an_account_which_its_owner_can_restore(
    client: AsyncClient, cast: Cast
) -> None:
    path = f"/admin-panel/api/users/{cast.bob.id}/delete"
    post = await factories.post(cast.bob)
    body = {"content": "delete", "confirmation": "bob", "reason": "Asked for it"}
    posts_only = await factories.user("posts-only", sections=["posts"])
    for actor, status in ((cast.alice, 404), (posts_only, 403), (cast.olga, 403)):
        await sign_in(client, actor)
        assert (await client.post(path, json=body)).status_code == status
    await confirm_sessions()
    for wrong in ({"confirmation": "alice"}, {"reason": ""}):
        assert (await client.post(path, json=body | wrong)).status_code == 422
    own = f"/admin-panel/api/users/{cast.olga.id}/delete"
    assert (await client.post(own, json=body | {"confirmation": "olga"})).status_code == 403
    response = await client.post(path, json=body)
    assert (response.status_code, response.json()["content"]) == (200, "delete")
    async with read_session() as session:
        mails = list(await session.scalars(select(Mail)))
        actions = list(await session.scalars(select(AuditEntry.action)))
    assert [mail.recipient for mail in mails] == ["bob@example.com"]
    assert "An administrator deleted your account" in mails[0].text
    assert actions == ["user.account_deleted"]
    await jobs.run_due_jobs()
    assert (await client.get("/bob", headers={"Accept": "application/json"})).status_code == 404
    assert (await client.get(f"/posts/{post.id}")).status_code == 404


async def test_the_owner_of_a_community_cannot_be_deleted(client: AsyncClient, cast: Cast) -> None:
    await factories.community(cast.bob, "bread")
    await sign_in(client, cast.olga)
    await confirm_sessions()
    response = await client.post(
        f"/admin-panel/api/users/{cast.bob.id}/delete",
        json={"content": "keep", "confirmation": "bob", "reason": "Asked for it"},
    )
    assert response.status_code == 409
    assert "owns communities" in response.json()["detail"]
