"""Tests of the routes that delete and restore an account."""

import pytest
from httpx import AsyncClient, Response

from community import authentication, jobs
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails

DELETE_URL, RESTORE_URL = "/account/delete", "/account/restore"


@pytest.fixture
async def dora(client: AsyncClient, cast: Cast) -> AsyncClient:
    """Return a client that has just signed in as Dora."""
    await register_user("Dora")
    await log_in(client)
    return client


async def log_in(client: AsyncClient, **values: str) -> int:
    credentials = {"login": "dora", "password": PASSWORD, **values}
    return (await client.post("/login", json=credentials)).status_code


async def post(client: AsyncClient, url: str, values: dict[str, str], *, as_form: bool) -> Response:
    return await (client.post(url, data=values) if as_form else client.post(url, json=values))


@pytest.mark.parametrize("as_form", [False, True])
async def test_an_account_is_deleted_and_restored_with_the_mail(
    dora: AsyncClient, as_form: bool
) -> None:
    deleted = await post(dora, DELETE_URL, {"content": "anonymize"}, as_form=as_form)
    if as_form:
        assert (deleted.status_code, deleted.headers["location"]) == (303, f"{RESTORE_URL}?sent=1")
    else:
        assert (deleted.status_code, deleted.json()["content"]) == (200, "anonymize")
    assert authentication.get_session_cookie_name() not in dora.cookies
    assert (await dora.get("/dora")).status_code == 404
    await jobs.run_due_jobs()
    token = find_token((await read_delivered_mails())[-1], path=RESTORE_URL)
    restored = await post(dora, RESTORE_URL, {"token": token}, as_form=as_form)
    assert restored.status_code == (303 if as_form else 204)
    again = await dora.post(RESTORE_URL, json={"token": token})
    assert (again.status_code, list(again.json()["errors"])) == (422, ["token"])
    assert await log_in(dora) == 200


async def test_a_login_to_a_deleted_account_leads_to_the_page_that_restores(
    dora: AsyncClient,
) -> None:
    await dora.post(DELETE_URL, json={"content": "keep"})
    response = await dora.post("/login", json={"login": "dora", "password": PASSWORD})
    assert response.status_code == 202
    path, token = response.headers["location"].split("?token=")
    assert path == RESTORE_URL
    assert authentication.get_session_cookie_name() not in response.cookies
    assert (await dora.post(RESTORE_URL, json={"token": token})).status_code == 204
    assert await log_in(dora) == 200


async def test_a_wrong_password_reveals_no_deleted_account(dora: AsyncClient) -> None:
    await dora.post(DELETE_URL, json={"content": "keep"})
    answers = []
    for login in ("dora", "unknown"):
        response = await dora.post("/login", json={"login": login, "password": "wrong guess"})
        answers.append((response.status_code, response.json()["code"]))
    assert answers == [(401, "invalid_credentials")] * 2


async def test_the_password_confirms_the_deletion(client: AsyncClient, cast: Cast) -> None:
    actor = factories.to_actor(await register_user("Dora"))
    await sign_in(client, actor)
    refused = await client.post(DELETE_URL, json={"content": "keep"})
    assert (refused.status_code, refused.json()["code"]) == (403, "confirmation_required")
    wrong = await client.post(DELETE_URL, json={"content": "keep", "password": "wrong guess"})
    assert wrong.status_code == 422
    right = await client.post(DELETE_URL, json={"content": "keep", "password": PASSWORD})
    assert right.status_code == 200


async def test_the_choice_is_required(dora: AsyncClient) -> None:
    for body in ({}, {"content": "burn"}):
        response = await dora.post(DELETE_URL, json=body)
        assert (response.status_code, list(response.json()["errors"])) == (422, ["content"])


async def test_the_name_of_a_community_is_in_the_message(dora: AsyncClient) -> None:
    created = await dora.post("/communities", json={"name": "Bread", "slug": "bread"})
    assert created.status_code == 201
    response = await dora.post(DELETE_URL, json={"content": "keep"})
    assert response.status_code == 409
    assert "Bread" in response.json()["detail"]
