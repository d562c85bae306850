"""Steps of a browser that signs in with a service."""

from typing import Any
from urllib.parse import urlsplit

import httpx
from httpx import AsyncClient, Response

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import site


async def change_settings(admin: Actor, values: dict[str, Any]) -> None:
    changes = await site.prepare_changes(site.AuthSettings, values)
    async with unit_of_work() as session:
        await site.change_settings(session, admin, changes)


async def visit_service(
    client: AsyncClient, provider: str, *, next_path: str = "", invitation: str = ""
) -> str:
    """Begin a sign-in and consent at the service. Return the path of the callback."""
    params = {"next": next_path, "invitation": invitation}
    response = await client.get(
        f"/auth/{provider}/redirect", params={key: value for key, value in params.items() if value}
    )
    assert response.status_code == 303, response.text
    async with AsyncClient() as browser:
        answer = await browser.get(response.headers["Location"])
    assert answer.is_redirect, answer.text
    return get_path(answer)


async def sign_in_with(client: AsyncClient, provider: str, **options: str) -> Response:
    """Sign in with the service, and return the response of the callback."""
    return await client.get(await visit_service(client, provider, **options))


def get_path(response: httpx.Response) -> str:
    """Return the path and the query of the URL to which a response redirects."""
    url = urlsplit(response.headers["Location"])
    return f"{url.path}?{url.query}" if url.query else url.path
