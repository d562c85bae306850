"""Tests of the sign-in with other services on server-rendered pages."""

import re

import pytest
from httpx import AsyncClient

from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.core.http import form_flash
from community.domain import site
from community.domain.identity import providers
from community.gateways.identity import ExternalProfile
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.gateways.identity.sign_ins import change_settings
from tests.gateways.identity.stand_in import StandIn

FINISH = "/auth/finish"


def build_cookie(email: str = "dora@example.com") -> str:
    attempt = providers.create_attempt("github", next_path="/new")
    profile = ExternalProfile("github", "1", email, is_email_verified=True, name="Dora Maar")
    return providers.build_pending_token(providers.create_pending_identity(profile, attempt))


@pytest.fixture
async def services(cast: Cast) -> None:
    await change_settings(cast.olga, StandIn().list_settings("google", "github"))


async def test_the_sign_in_forms_offer_the_services_and_show_errors(
    html_client: AsyncClient, services: None
) -> None:
    path = "/new?modal=auth&problem=access_denied&next=%2Fnew"
    page = (await html_client.get(path)).text
    assert "You cancelled the sign-in." in page
    assert re.findall(r'href="(/auth/[^"]+)"', page) == [
        "/auth/google/redirect?next=%2Fnew",
        "/auth/github/redirect?next=%2Fnew",
    ]


async def test_a_site_without_services_offers_none(html_client: AsyncClient, cast: Cast) -> None:
    assert "/auth/" not in (await html_client.get("/?modal=auth")).text


async def test_an_unknown_error_code_is_not_shown(html_client: AsyncClient, cast: Cast) -> None:
    page = (await html_client.get("/?modal=auth&problem=%3Cscript%3E")).text
    assert "You couldn&#39;t be signed in. Try again." in page


async def test_only_guests_may_run_the_scripts_of_the_prompts(
    html_client: AsyncClient, cast: Cast
) -> None:
    before = (await html_client.get("/new")).headers["content-security-policy"]
    stand_in = StandIn(port=4999)
    values = stand_in.list_settings("google") | {"quick_sign_in_google": True}
    await change_settings(cast.olga, values)
    await database.wait_for_pushes()
    guest = (await html_client.get("/new")).headers["content-security-policy"]
    await sign_in(html_client, cast.alice)
    member = (await html_client.get("/new")).headers["content-security-policy"]
    assert stand_in.url not in before
    assert member == before
    directives = {name: values for name, *values in map(str.split, guest.split(";"))}
    assert {name for name, values in directives.items() if stand_in.url in values} == {
        "connect-src",
        "frame-src",
        "script-src",
        "style-src",
    }


async def test_a_new_person_gets_a_filled_form_that_is_not_cached(
    html_client: AsyncClient, services: None
) -> None:
    html_client.cookies.set("pending_identity", build_cookie())
    page = await html_client.get(FINISH)
    for value in ("Dora Maar", "dora-maar", "dora@example.com"):
        assert f'value="{value}"' in page.text
    html_client.cookies.clear()
    assert "Dora Maar" not in (await html_client.get(FINISH)).text


async def test_the_form_keeps_what_the_person_entered(
    html_client: AsyncClient, services: None
) -> None:
    html_client.cookies.set("pending_identity", build_cookie())
    flash = form_flash.FormFlash(
        form="finish", values={"slug": "x"}, message="Invalid", errors={"slug": ["Too short."]}
    )
    html_client.cookies.set(form_flash.COOKIE, form_flash.to_cookie_value(flash))
    page = (await html_client.get(FINISH)).text
    assert "Too short." in page
    assert 'value="x"' in page


async def test_the_owner_of_the_email_is_asked_to_sign_in(
    html_client: AsyncClient, services: None, cast: Cast
) -> None:
    html_client.cookies.set("pending_identity", build_cookie("alice@example.com"))
    page = (await html_client.get(FINISH)).text
    assert "You already have an account" in page
    assert 'action="/login"' in page
    assert 'href="/auth/google/redirect?next=%2Fauth%2Ffinish"' in page
    assert "/auth/github/redirect" not in page


async def test_the_form_names_the_pages_that_the_site_has(
    html_client: AsyncClient, services: None, cast: Cast
) -> None:
    sentence = "By creating an account, you"
    html_client.cookies.set("pending_identity", build_cookie())
    assert sentence not in (await html_client.get(FINISH)).text
    async with unit_of_work() as session:
        pages = {"terms_page_html": "<p>Kind</p>", "privacy_page_html": "<p>None</p>"}
        await site.update_settings(session, cast.olga, site.GeneralSettings(**pages))
    page = (await html_client.get(FINISH)).text
    form = page[page.index(sentence) :]
    assert 'href="/about/terms"' in form[:500]
    assert 'href="/about/privacy"' in form[:500]
