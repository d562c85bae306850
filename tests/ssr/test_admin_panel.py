"""Tests of the status and content of server-rendered pages of the Admin Panel."""

import pytest
from httpx import AsyncClient

from community.admin.navigation import NAV_ITEMS
from community.admin.sections import SECTIONS
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast


def test_every_section_in_the_sidebar_has_a_page() -> None:
    assert [item.code for item in NAV_ITEMS] == [section.code for section in SECTIONS]


@pytest.mark.parametrize("name", ["guest", "alice", "mallory"])
async def test_strangers_get_404(html_client: AsyncClient, cast: Cast, name: str) -> None:
    if name != "guest":
        await sign_in(html_client, getattr(cast, name))
    response = await html_client.get("/admin-panel")
    assert response.status_code == 404
    assert "Admin Panel" not in response.text
    assert "Page not found" in response.text


async def test_every_administrator_opens_the_dashboard(
    html_client: AsyncClient, cast: Cast
) -> None:
    await sign_in(html_client, await factories.user("limited", sections=["posts"]))
    response = await html_client.get("/admin-panel")
    assert response.status_code == 200
    assert 'content="noindex"' in response.text
    assert "private" in response.headers["cache-control"]
    assert ">Dashboard</h1>" in response.text
