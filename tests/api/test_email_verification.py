"""Tests of registrations on a site that requires a confirmed email."""

import re
from datetime import timedelta

import pytest
from httpx import AsyncClient
from sqlmodel import col, func, select

from community import jobs
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import moderation, site
from community.domain.accounts import OPERATOR, AccountChanges
from community.jobs.runner import run_scheduled_job
from community.models import PendingRegistration, User
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails
from tests.query_capture import capture_queries

PASSWORD = "a quiet harbour"


@pytest.fixture
async def strict_site(cast: Cast) -> None:
    changes = await site.prepare_changes(site.AuthSettings, {"require_verified_email": True})
    async with unit_of_work() as session:
        await site.change_settings(session, cast.olga, changes)


def build_registration(email: str) -> dict[str, str]:
    return {"name": "Dora", "email": email, "password": PASSWORD}


async def get_email(user_id: int) -> str:
    async with read_session() as session:
        return (await session.get_one(User, user_id)).email


@pytest.mark.parametrize("as_form", [False, True])
async def test_a_taken_email_gets_the_same_answer_as_a_free_one(
    client: AsyncClient, cast: Cast, strict_site: None, as_form: bool
) -> None:
    answers = []
    # The first request fills the cache of the settings.
    for email in ("first@example.com", await get_email(cast.bob.id), "free@example.com"):
        # The job and not the request looks for the account, so the time is the same as well.
        with capture_queries() as queries:
            if as_form:
                response = await client.post("/register", data=build_registration(email))
            else:
                response = await client.post("/register", json=build_registration(email))
        # Requests also differ in the time at which the cookie expires.
        headers = {
            name: re.sub("expires=[^;]+; ", "", value)
            for name, value in response.headers.items()
            if name not in {"date", "x-request-id"} and not name.startswith("x-ratelimit-")
        }
        answers.append((response.status_code, headers, response.content, list(queries)))
    assert answers[1] == answers[2]
    assert answers[1][0] == (303 if as_form else 202)
    assert "session=" not in answers[1][1].get("set-cookie", "")
    await jobs.run_due_jobs()
    subjects = {mail["To"]: mail["Subject"] for mail in await read_delivered_mails()}
    assert subjects == {
        "first@example.com": "Finish creating your account",
        await get_email(cast.bob.id): "You already have an account",
        "free@example.com": "Finish creating your account",
    }


async def test_neither_a_login_nor_a_profile_reveals_a_pending_registration(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    statuses = []
    for email in (await get_email(cast.bob.id), "free@example.com"):
        await client.post("/register", json=build_registration(email) | {"slug": "dora-x"})
        await jobs.run_due_jobs()
        login = await client.post("/login", json={"login": email, "password": PASSWORD})
        profile = await client.get("/dora-x", headers={"Accept": "application/json"})
        statuses.append((login.status_code, login.json()["detail"], profile.status_code))
    assert statuses[0] == statuses[1]
    assert statuses[0][0] == 401


async def test_the_link_creates_a_verified_account_once_and_logs_in(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    await client.post("/register", json=build_registration("free@example.com"))
    await client.post("/register", json=build_registration("FREE@example.com"))
    await jobs.run_due_jobs()
    first, second = [find_token(mail) for mail in await read_delivered_mails()]
    created = await client.post("/email/verify", json={"token": second})
    assert (created.status_code, created.json()["user"]["email"]) == (201, "FREE@example.com")
    assert created.json()["user"]["email_verified_at"]
    assert (await client.get("/settings", headers={"Accept": "application/json"})).is_success
    for token in (first, second):
        again = await client.post("/email/verify", json={"token": token})
        assert (again.status_code, list(again.json()["errors"])) == (422, ["token"])


async def test_a_pending_registration_expires(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    await client.post("/register", json=build_registration("free@example.com"))
    await jobs.run_due_jobs()
    (mail,) = await read_delivered_mails()
    with clock.travel(timedelta(hours=24, seconds=1)):
        late = await client.post("/email/verify", json={"token": find_token(mail)})
        assert late.status_code == 422
        await run_scheduled_job("purge_sessions")
    async with read_session() as session:
        assert await session.scalar(select(func.count(col(PendingRegistration.id)))) == 0


async def test_a_member_asks_for_a_link_and_then_may_post(
    client: AsyncClient, cast: Cast, strict_site: None
) -> None:
    draft = await factories.post(cast.bob, status="draft")
    async with unit_of_work() as session:
        (await session.get_one(User, cast.bob.id)).email_verified_at = None
    await sign_in(client, cast.bob)
    refused = await client.post(f"/posts/{draft.id}/publish")
    assert (refused.status_code, refused.json()["code"]) == (403, "email_unverified")
    sent = await client.post("/email/verify/send")
    assert (sent.status_code, sent.headers["location"]) == (202, "/email/verify?sent=1")
    await jobs.run_due_jobs()
    (mail,) = await read_delivered_mails()
    token = find_token(mail)
    assert (await client.post("/email/verify", json={"token": token})).status_code == 204
    assert (await client.post(f"/posts/{draft.id}/publish")).is_success
    again = await client.post("/email/verify/send")
    assert again.headers["location"] == "/email/verify?done=1"


async def test_a_member_gets_few_links_an_hour(client: AsyncClient, cast: Cast) -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, cast.bob.id)).email_verified_at = None
    await sign_in(client, cast.bob)
    statuses = [(await client.post("/email/verify/send")).status_code for _ in range(4)]
    assert statuses == [202, 202, 202, 429]


async def test_a_changed_email_is_verified_again(cast: Cast) -> None:
    async with unit_of_work() as session:
        await moderation.edit_user(
            session,
            OPERATOR,
            user_id=cast.bob.id,
            changes=AccountChanges(email="new@example.com"),
        )
    await jobs.run_due_jobs()
    (mail,) = await read_delivered_mails()
    assert (mail["To"], mail["Subject"]) == ("new@example.com", "Confirm your email")
