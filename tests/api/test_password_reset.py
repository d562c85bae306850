"""Tests of the routes that request, open and use links of mails."""

import re

import pytest
from httpx import AsyncClient

from community import jobs
from community.core.db.sessions import read_session, unit_of_work
from community.core.http import form_flash
from community.domain import accounts, moderation
from community.models import User
from tests.cast import Cast
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails
from tests.query_capture import capture_queries

NEW_PASSWORD = "a loud harbour"


async def test_the_link_of_an_administrator_sets_a_new_password_once(
    client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        reset = await moderation.start_password_reset(
            session, accounts.OPERATOR, user_id=cast.bob.id
        )
    body = {"token": reset.token, "password": NEW_PASSWORD}
    assert (await client.post("/password/reset", json=body)).status_code == 204
    login = {"login": "bob", "password": NEW_PASSWORD}
    assert (await client.post("/login", json=login)).status_code == 200
    again = await client.post("/password/reset", json=body)
    assert (again.status_code, list(again.json()["errors"])) == (422, ["token"])


@pytest.mark.parametrize("as_form", [False, True])
async def test_the_answer_does_not_tell_whether_an_account_exists(
    client: AsyncClient, cast: Cast, as_form: bool
) -> None:
    async with read_session() as session:
        email = (await session.get_one(User, cast.bob.id)).email
    answers = []
    for address in (email, "unknown@example.com"):
        values = {"email": address}
        # The job and not the request looks for the account, so the time is the same as well.
        with capture_queries() as queries:
            if as_form:
                response = await client.post("/password/email", data=values)
            else:
                response = await client.post("/password/email", json=values)
        # The second request differs from the first one in these headers, and in the time at which
        # the cookie expires.
        headers = {
            name: re.sub("expires=[^;]+; ", "", value)
            for name, value in response.headers.items()
            if name not in {"date", "x-request-id"} and not name.startswith("x-ratelimit-")
        }
        answers.append((response.status_code, headers, response.content, list(queries)))
    assert answers[0] == answers[1]
    assert answers[0][0] == (303 if as_form else 202)
    assert answers[0][1]["location"] == "/email/reset?sent=1"


async def test_a_guest_resets_the_password_with_native_forms(
    client: AsyncClient, cast: Cast
) -> None:
    async with read_session() as session:
        email = (await session.get_one(User, cast.bob.id)).email
    await client.post("/password/email", data={"email": email})
    await jobs.run_due_jobs()
    (mail,) = await read_delivered_mails()
    token = find_token(mail, path="/email/reset")
    rejected = await client.post("/password/reset", data={"token": token, "password": "short"})
    assert rejected.headers["location"] == f"/email/reset?token={token}"
    flash = form_flash.from_cookie_value(rejected.cookies["form_flash"])
    assert flash is not None
    assert flash.errors == {"password": ["Use at least 8 characters."]}
    done = await client.post("/password/reset", data={"token": token, "password": NEW_PASSWORD})
    assert (done.status_code, done.headers["location"]) == (303, "/email/reset?done=1")


async def test_a_login_on_a_new_device_is_reported_by_mail_once(
    client: AsyncClient, cast: Cast
) -> None:
    registration = {"name": "Dora", "email": "dora@example.com", "password": "a quiet harbour"}
    assert (await client.post("/register", json=registration)).status_code == 201
    login = {"login": "dora", "password": "a quiet harbour"}
    await client.post("/login", json=login)  # on the device of the registration
    client.cookies.clear()
    await client.post("/login", json=login)
    await client.post("/login", json=login)
    await jobs.run_due_jobs()
    subjects = [mail["Subject"] for mail in await read_delivered_mails()]
    assert subjects.count("New sign-in to your account") == 1
    (mail,) = [mail for mail in await read_delivered_mails() if "sign-in" in mail["Subject"]]
    client.cookies.clear()
    reported = await client.post("/email/report", json={"token": find_token(mail)})
    assert reported.status_code == 202
    assert reported.headers["location"].startswith("/email/reset?token=")
    assert (await client.post("/login", json=login)).status_code == 401
