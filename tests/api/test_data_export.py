"""Tests of the routes with which users download their data."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from httpx import AsyncClient, Response

from community import jobs
from community.core.settings import settings
from tests.api.credentials import bearer_headers, sign_in
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user
from tests.factories import to_actor
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails

URL, DOWNLOAD_URL = "/account/export", "/account/export/download"
HTML = {"Accept": "text/html"}


async def request_archive(client: AsyncClient) -> str:
    """Request an archive, run the job, and return the token of the mail."""
    assert (await client.post(URL, json={})).status_code == 202
    await jobs.run_due_jobs()
    return find_token((await read_delivered_mails())[-1], path=DOWNLOAD_URL)


async def download(client: AsyncClient, token: str, *, as_page: bool = False) -> Response:
    return await client.get(DOWNLOAD_URL, params={"token": token}, headers=HTML if as_page else {})


async def test_the_archive_is_requested_and_downloaded(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob, is_confirmed=True)
    assert (await client.get(URL)).json()["status"] == "none"
    token = await request_archive(client)
    ready = (await client.get(URL)).json()
    assert (ready["status"], ready["can_request"]) == ("ready", False)
    assert ready["download_url"].startswith(f"{DOWNLOAD_URL}?token=")
    for as_page in (False, True):
        response = await download(client, token, as_page=as_page)
        assert response.status_code == 200
        assert response.headers["content-type"] == "application/zip"
        assert response.headers["cache-control"] == "private, no-store"
        assert int(response.headers["content-length"]) == ready["size"] == len(response.content)
        disposition = response.headers["content-disposition"]
        assert disposition.startswith('attachment; filename="data-bob-20')
        assert "posts.json" in ZipFile(BytesIO(response.content)).namelist()


async def test_the_second_request_of_a_day_is_a_conflict(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob, is_confirmed=True)
    await request_archive(client)
    again = await client.post(URL, json={})
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    assert again.json()["details"]["available_at"] == (await client.get(URL)).json()["available_at"]


@pytest.mark.parametrize("as_form", [False, True])
async def test_the_identity_must_be_confirmed(
    client: AsyncClient, cast: Cast, as_form: bool
) -> None:
    await sign_in(client, to_actor(await register_user("Dora")))
    refused = await client.post(URL, json={})
    assert (refused.status_code, refused.json()["code"]) == (403, "confirmation_required")
    body = {"password": PASSWORD}
    response = await (client.post(URL, data=body) if as_form else client.post(URL, json=body))
    if as_form:
        assert response.status_code == 303
        assert response.headers["location"] == "/settings#download-data"
    else:
        assert (response.status_code, response.json()["status"]) == (202, "preparing")


async def test_the_link_needs_a_session_of_the_same_account(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.bob, is_confirmed=True)
    token = await request_archive(client)
    client.cookies.clear()
    assert (await download(client, token)).status_code == 401
    page = await download(client, token, as_page=True)
    assert page.status_code == 303
    assert page.headers["location"].endswith("next=%2Fsettings%23download-data")
    for actor in (cast.alice, cast.olga):
        await sign_in(client, actor)
        assert (await download(client, token)).status_code == 404
        page = await download(client, token, as_page=True)
        assert page.headers["location"] == "/settings#download-data"


async def test_an_access_token_gets_no_archive(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob, is_confirmed=True)
    token = await request_archive(client)
    client.cookies.clear()
    headers = await bearer_headers(cast.bob)
    for method, url in (("GET", URL), ("POST", URL), ("GET", f"{DOWNLOAD_URL}?token={token}")):
        json: dict[str, str] | None = {} if method == "POST" else None
        response = await client.request(method, url, json=json, headers=headers)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")


async def test_an_archive_is_not_served_as_an_image(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.bob, is_confirmed=True)
    await request_archive(client)
    [file] = (settings().data_dir / "private").glob("*.zip")
    for path in (f"private/{file.name}", f"../private/{file.name}", file.name):
        assert (await client.get(f"/media/{path}")).status_code == 404
