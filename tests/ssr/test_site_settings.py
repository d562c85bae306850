"""Tests that server-rendered pages show the settings of the site, from a shared cache."""

import base64
import hashlib
import re
from datetime import timedelta
from typing import Any

import pytest
from httpx import AsyncClient

from community.core import clock
from community.core.db.sessions import unit_of_work
from community.domain import reactions, site
from community.styles.layout import SIGN_IN_BESIDE_JOIN
from tests import factories
from tests.cast import Cast
from tests.domain.actions import react, run

ACCENT = "#b4005a"
JOIN_HREF = "/?modal=auth&amp;form=register"


async def change(cast: Cast, **values: Any) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.GeneralSettings(**values))


async def change_consent(cast: Cast, **values: Any) -> None:
    async with unit_of_work() as session:
        await site.update_settings(
            session, cast.olga, site.CookieConsentSettings(enabled=True, **values)
        )


async def test_a_change_of_the_name_and_the_colour_reaches_cached_pages(
    html_client: AsyncClient, cast: Cast
) -> None:
    before = (await html_client.get("/new")).text
    assert ACCENT not in before
    await change(cast, site_name="Breadcrumbs", site_description="All rye.", accent_color=ACCENT)
    page = (await html_client.get("/new")).text
    assert "<title>New · Breadcrumbs</title>" in page
    assert '<meta property="og:site_name" content="Breadcrumbs"' in page
    assert 'content="All rye."' in page
    assert f"html:root{{--accent:{ACCENT}}}" in page
    assert "Breadcrumbs</span>" in page


async def test_the_announcement_is_shown_until_the_visitor_closes_it(
    html_client: AsyncClient, cast: Cast
) -> None:
    await change(cast, announcement_text="Baking on Sunday", announcement_link="/about")
    page = (await html_client.get("/new")).text
    assert "Baking on Sunday" in page
    async with unit_of_work() as session:
        announcement = (await site.get_site_view(session)).announcement
    assert announcement
    html_client.cookies.set("closed_announcement", announcement.id)
    assert "Baking on Sunday" not in (await html_client.get("/new")).text
    await change(cast, announcement_text="Baking on Monday")
    assert "Baking on Monday" in (await html_client.get("/new")).text


@pytest.mark.parametrize(("start", "end"), [(1, None), (None, -1), (-2, -1)])
async def test_the_announcement_is_shown_only_in_its_period(
    html_client: AsyncClient, cast: Cast, start: int | None, end: int | None
) -> None:
    now = clock.now()
    await change(
        cast,
        announcement_text="Baking",
        announcement_from=now + timedelta(hours=start) if start else None,
        announcement_until=now + timedelta(hours=end) if end else None,
    )
    assert "Baking" not in (await html_client.get("/new")).text


async def test_texts_of_administrators_are_escaped(html_client: AsyncClient, cast: Cast) -> None:
    await change(cast, site_name="<i>x", announcement_text="<script>alert(1)</script>")
    page = (await html_client.get("/new")).text
    assert "<script>alert" not in page
    assert "<i>x" not in page


async def test_pages_without_text_do_not_exist(html_client: AsyncClient, cast: Cast) -> None:
    for path in ("/about", "/about/terms", "/about/privacy"):
        assert (await html_client.get(path)).status_code == 404
    assert 'href="/about/terms"' not in (await html_client.get("/new")).text
    await change(cast, terms_page="Be *kind*.", terms_page_html="<p>Be <em>kind</em>.</p>")
    page = await html_client.get("/about/terms")
    assert page.status_code == 200
    assert "<p>Be <em>kind</em>.</p>" in page.text
    assert "<h1" in page.text
    assert 'href="/about/terms"' in (await html_client.get("/new")).text
    assert (await html_client.get("/about/about")).headers["location"] == "/about"


async def test_the_cookie_banner_does_not_split_the_page_cache(
    html_client: AsyncClient, cast: Cast
) -> None:
    await change_consent(cast, text="Only two cookies.")
    page = (await html_client.get("/new")).text
    assert "Only two cookies." in page
    assert 'action="/cookie-consent"' in page
    async with unit_of_work() as session:
        banner = (await site.get_site_view(session)).consent_banner
    assert banner
    html_client.cookies.set("cookie_consent", f"necessary.{banner.version}")
    with_choice = await html_client.get("/new")
    assert "Only two cookies." not in with_choice.text
    # The choice can be changed later.
    assert "Cookie settings" in with_choice.text
    await change_consent(cast, text="Three cookies.")
    assert "Three cookies." in (await html_client.get("/new")).text
    await change_consent(cast, text="Four cookies.", asks_again=False)
    assert "Four cookies." not in (await html_client.get("/new")).text


@pytest.mark.parametrize(
    ("cookie", "asks_again", "is_shown"),
    [
        ("all", True, True),
        ("all", False, False),
        ("all.", True, True),
        ("everything", False, True),
    ],
)
async def test_a_choice_without_a_version_counts_as_in_the_browser(
    html_client: AsyncClient, cast: Cast, cookie: str, asks_again: bool, is_shown: bool
) -> None:
    await change_consent(cast, text="Only two cookies.", asks_again=asks_again)
    html_client.cookies.set("cookie_consent", cookie)
    page = (await html_client.get("/new")).text
    assert ("Only two cookies." in page) == is_shown


async def test_no_cookie_is_set_before_consent(html_client: AsyncClient, cast: Cast) -> None:
    await change_consent(cast)
    assert "set-cookie" not in (await html_client.get("/new")).headers


async def test_the_default_theme_is_that_of_new_visitors(
    html_client: AsyncClient, cast: Cast
) -> None:
    await change(cast, default_theme="dark")
    page = await html_client.get("/new")
    assert page.status_code == 200
    assert '<html data-default-theme="dark">' in page.text
    # React does not hydrate a page with another script than the one of the build.
    assert "<head><script>let theme;</script>" in page.text
    scripts = re.findall(r"<script>(.*?)</script>", page.text)
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in page.headers["content-security-policy"]
    assert "dataset.defaultTheme" in scripts[1]


async def test_a_changed_reaction_reaches_cached_pages(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    assert 'aria-label="Like: 1"' in (await html_client.get("/new")).text
    await run(reactions.edit_kind, cast.olga, code="like", name="Tasty", emoji="🍞")
    assert 'aria-label="Tasty: 1"' in (await html_client.get("/new")).text


async def test_the_manifest_contains_the_settings(html_client: AsyncClient, cast: Cast) -> None:
    await change(cast, site_name="Breadcrumbs", accent_color=ACCENT)
    async with unit_of_work() as session:
        await site.store_image_urls(session, site.GeneralSettings, {"icon": "/media/icon.webp"})
    site.settings_cache.clear()
    page = (await html_client.get("/new")).text
    assert 'rel="manifest"' in page


@pytest.mark.parametrize(
    ("mode", "join_links", "text"),
    [
        ("open", 1, "Join the conversation"),
        ("invitation", 1, "You need an invitation"),
        ("closed", 0, "Registration is closed"),
    ],
)
async def test_cached_pages_offer_to_register_only_while_it_is_possible(
    html_client: AsyncClient, cast: Cast, mode: site.RegistrationMode, join_links: int, text: str
) -> None:
    for path in ("/new", "/?modal=auth&form=register"):
        assert (await html_client.get(path)).text.count(f'href="{JOIN_HREF}"') == 1
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.AuthSettings(registration=mode))
    home = (await html_client.get("/new")).text
    assert home.count(f'href="{JOIN_HREF}"') == join_links
    # Beside "Join", phones have no room for "Sign in".
    is_beside_join = re.search(f'<a [^>]*class="[^"]*{SIGN_IN_BESIDE_JOIN}', home)
    assert bool(is_beside_join) == bool(join_links)
    page = (await html_client.get("/?modal=auth&form=register")).text
    assert text in page
    assert ('action="/register"' in page) == (mode == "open")


async def test_the_registration_form_names_the_pages_that_the_site_has(
    html_client: AsyncClient, cast: Cast
) -> None:
    sentence = "By creating an account, you"
    assert sentence not in (await html_client.get("/?modal=auth")).text
    await change(cast, terms_page_html="<p>Kind</p>", privacy_page_html="<p>None</p>")
    page = (await html_client.get("/?modal=auth")).text
    assert sentence in page
    form = page[page.index(sentence) :]
    assert 'href="/about/terms"' in form[:500]
    assert 'href="/about/privacy"' in form[:500]
