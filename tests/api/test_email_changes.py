"""Tests of the routes that change the email of an account."""

import pytest
from httpx import AsyncClient

from community import jobs
from tests.domain.identity.actions import PASSWORD, register_user
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails
from tests.query_capture import capture_queries

URL = "/settings/email"


@pytest.fixture
async def signed_in_client(client: AsyncClient, db: None) -> AsyncClient:
    """Return a client that is signed in as Dora, whose email is not verified."""
    await register_user("Dora")
    await client.post("/login", json={"login": "dora", "password": PASSWORD})
    return client


async def test_a_change_is_requested_sent_again_and_cancelled(
    signed_in_client: AsyncClient,
) -> None:
    client = signed_in_client
    requested = await client.post(URL, json={"email": "new@example.com"})
    assert (requested.status_code, requested.json()["is_old_required"]) == (202, False)
    assert (await client.get(URL)).json()["pending"]["email"] == "new@example.com"
    assert (await client.post(f"{URL}/resend")).status_code == 202
    for _ in range(2):
        assert (await client.delete(URL)).status_code == 204
    assert (await client.get(URL)).json()["pending"] is None
    assert (await client.post(f"{URL}/resend")).status_code == 404


async def test_an_invalid_email_is_reported_at_its_field(signed_in_client: AsyncClient) -> None:
    response = await signed_in_client.post(URL, json={"email": "nobody"})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["email"])


async def test_a_taken_email_gets_the_same_answer_as_a_free_one(
    signed_in_client: AsyncClient,
) -> None:
    client = signed_in_client
    await register_user("Erik")
    answers = []
    for email in ("first@example.com", "erik@example.com", "free@example.com"):
        # The job and not the request looks for the account, so the time is the same as well.
        with capture_queries() as queries:
            response = await client.post(URL, json={"email": email})
        values = response.json() | {"email": "", "expires_at": ""}
        answers.append((response.status_code, values, list(queries)))
    assert answers[1] == answers[2]


@pytest.mark.parametrize("as_form", [False, True])
async def test_a_link_leads_to_a_page_that_tells_what_happened(
    signed_in_client: AsyncClient, as_form: bool
) -> None:
    client = signed_in_client
    await client.post(URL, json={"email": "new@example.com"})
    await jobs.run_due_jobs()
    (mail,) = [mail for mail in await read_delivered_mails() if mail["To"] == "new@example.com"]
    values = {"token": find_token(mail)}
    if as_form:
        response = await client.post("/email/change", data=values)
    else:
        response = await client.post("/email/change", json=values)
    assert response.status_code == (303 if as_form else 202)
    assert response.headers["location"] == "/email/change?done=changed"
    assert (await client.get(URL)).json()["email"] == "new@example.com"
    again = await client.post("/email/change", json=values)
    assert (again.status_code, list(again.json()["errors"])) == (422, ["token"])
