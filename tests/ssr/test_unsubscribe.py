"""Tests of the pages that links in mails about notifications open."""

import re
from collections.abc import AsyncIterator, Callable

import pytest
from httpx import AsyncClient
from starlette.types import ASGIApp

from community import urls
from community.api.app import create_app
from community.core.db.sessions import read_session
from community.domain import notifications
from community.domain.notifications import NotificationKind, NotificationPreferences
from tests.cast import Cast
from tests.domain.actions import run
from tests.gateways.mail.unsubscribe_links import build_path


@pytest.fixture(autouse=True)
async def turn_copies_on(cast: Cast) -> None:
    await run(notifications.update_preferences, cast.alice, email=True)


@pytest.fixture
async def client(
    make_html_client: Callable[[ASGIApp], AsyncClient],
) -> AsyncIterator[AsyncClient]:
    async with make_html_client(create_app()) as html_client:
        yield html_client


async def get_preferences(cast: Cast) -> NotificationPreferences:
    async with read_session() as session:
        return await notifications.get_preferences(session, cast.alice)


def find_form_token(html: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', html)
    assert found is not None
    return found[1]


async def test_opening_the_page_changes_nothing(client: AsyncClient, cast: Cast) -> None:
    response = await client.get(build_path(cast.alice))
    assert "Unsubscribe from notification emails?" in response.text
    assert (await get_preferences(cast)).email


async def test_the_form_of_the_page_leads_to_the_result(client: AsyncClient, cast: Cast) -> None:
    page = await client.get(build_path(cast.alice))
    token = find_form_token(page.text)
    response = await client.post(urls.UNSUBSCRIBE, data={"token": token})
    assert (response.status_code, response.headers["Location"]) == (303, urls.UNSUBSCRIBED)
    assert not (await get_preferences(cast)).email
    page = await client.get(urls.UNSUBSCRIBED)
    assert "You won&#39;t get notifications by email anymore." in page.text


async def test_the_page_of_a_mail_with_one_kind_also_turns_off_that_kind(
    client: AsyncClient, cast: Cast
) -> None:
    page = await client.get(build_path(cast.alice, NotificationKind.POST_REACTION))
    link = re.search(r'href="(/email/unsubscribe\?token=[^"]+)"', page.text)
    assert link is not None
    page = await client.get(link[1])
    assert "“Reactions to your posts”" in page.text
    token = find_form_token(page.text)
    response = await client.post(urls.UNSUBSCRIBE, data={"token": token})
    assert (response.status_code, response.headers["Location"]) == (303, urls.KIND_TURNED_OFF)
    preferences = await get_preferences(cast)
    assert (preferences.email, preferences.types["post_reaction"]) == (True, False)


async def test_the_page_of_a_link_that_is_not_valid_leads_to_the_settings(
    client: AsyncClient, cast: Cast
) -> None:
    page = await client.get(f"{urls.UNSUBSCRIBE}?token=forged")
    assert "This link doesn&#39;t work" in page.text
    assert urls.NOTIFICATION_SETTINGS in page.text
