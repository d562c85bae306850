"""Tests of the pages that links in mails open, without JavaScript."""

import pytest
from httpx import AsyncClient

from community import urls
from community.core.db.sessions import read_session, unit_of_work
from community.core.http import form_flash
from community.domain import identity
from community.models import User
from tests.cast import Cast


async def build_reset_path(user_id: int) -> str:
    async with read_session() as session:
        token = identity.build_reset_token(await session.get_one(User, user_id)).token
    return urls.with_token(urls.RESET_PASSWORD_PAGE, token)


async def test_a_guest_can_ask_for_a_link(html_client: AsyncClient, cast: Cast) -> None:
    page = (await html_client.get("/email/reset")).text
    assert 'action="/password/email"' in page
    assert 'href="/email/reset"' in (await html_client.get("/?modal=auth")).text


async def test_a_valid_link_shows_the_form_and_is_not_cached(
    html_client: AsyncClient, cast: Cast
) -> None:
    path = await build_reset_path(cast.bob.id)
    assert 'action="/password/reset"' in (await html_client.get(path)).text
    async with unit_of_work() as session:
        await identity.reset_password(
            session,
            token=path.partition("token=")[2],
            password_hash=identity.HashedPassword("$argon2id$new"),
        )
    page = await html_client.get(path)
    assert page.status_code == 410
    assert "This link doesn&#39;t work" in page.text
    assert 'action="/password/reset"' not in page.text
    assert page.headers["cache-control"].startswith(("no-", "private"))


async def test_a_rejected_form_shows_its_errors(html_client: AsyncClient, cast: Cast) -> None:
    flash = form_flash.FormFlash(
        form="reset", message="Invalid", errors={"password": ["Use at least 8 characters."]}
    )
    html_client.cookies.set(form_flash.COOKIE, form_flash.to_cookie_value(flash))
    page = await html_client.get(await build_reset_path(cast.bob.id))
    assert "Use at least 8 characters." in page.text


@pytest.mark.parametrize(
    "path",
    [
        urls.RESET_PASSWORD_PAGE,
        urls.SESSION_REPORT_PAGE,
        urls.VERIFICATION_PAGE,
        urls.EMAIL_CHANGE_PAGE,
        urls.RESTORE_ACCOUNT,
        urls.UNSUBSCRIBE,
    ],
)
async def test_a_forged_link_is_gone(html_client: AsyncClient, cast: Cast, path: str) -> None:
    page = await html_client.get(urls.with_token(path, "forged"))
    assert page.status_code == 410
    assert "This link doesn&#39;t work" in page.text
