"""Tests of the cookie banner's route and of the icons."""

from httpx import AsyncClient

from community.core.db.sessions import unit_of_work
from community.domain import site
from tests.cast import Cast

FORM = {"content-type": "application/x-www-form-urlencoded"}


async def test_a_choice_is_stored_in_a_cookie(client: AsyncClient, cast: Cast) -> None:
    response = await client.post("/cookie-consent", json={"choice": "necessary"})
    assert (response.status_code, response.json()) == (200, {"choice": "necessary"})
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("cookie_consent=necessary.; Max-Age=15552000; Path=/; SameSite=Lax")


async def test_the_account_brings_the_choice_to_another_device(
    client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.CookieConsentSettings(enabled=True))
    dora = {"name": "Dora", "email": "dora@example.com", "password": "a quiet harbour"}
    login = {"login": dora["email"], "password": dora["password"]}
    first = await client.post("/register", json=dora)
    assert "cookie_consent" not in first.headers["set-cookie"]
    await client.post("/cookie-consent", json={"choice": "all"})
    accept = {"accept": "application/json"}
    stored = (await client.get("/settings", headers=accept)).json()["cookie_consent"]
    assert (stored["choice"], len(stored["version"])) == ("all", 12)
    client.cookies.clear()
    for other in (await client.post("/login", json=login), await client.post("/login", data=login)):
        assert f"cookie_consent=all.{stored['version']};" in other.headers["set-cookie"]
    await client.post("/cookie-consent", json={"choice": None})
    settings = await client.get("/settings", headers=accept)
    assert settings.json()["cookie_consent"] is None


async def test_a_choice_can_be_withdrawn(client: AsyncClient, cast: Cast) -> None:
    response = await client.post("/cookie-consent", json={"choice": None})
    assert response.headers["set-cookie"].startswith("cookie_consent=; Max-Age=0")


async def test_a_native_form_returns_to_its_page(client: AsyncClient, cast: Cast) -> None:
    for referrer, expected in {
        "http://localhost:3000/new?cursor=1": "/new?cursor=1",
        "http://localhost:3000//evil.example": "/evil.example",
        "https://evil.example/new": "/",
        "": "/",
    }.items():
        response = await client.post(
            "/cookie-consent", content="choice=all", headers={**FORM, "referer": referrer}
        )
        assert (response.status_code, response.headers["location"]) == (303, expected)
        assert "cookie_consent=all" in response.headers["set-cookie"]


async def test_other_choices_are_rejected(client: AsyncClient, cast: Cast) -> None:
    response = await client.post("/cookie-consent", json={"choice": "all; Path=/x"})
    assert response.status_code == 422
    assert "set-cookie" not in response.headers


async def test_the_icon_is_the_uploaded_one(client: AsyncClient, cast: Cast) -> None:
    default = await client.get("/favicon.svg")
    assert default.headers["content-type"].startswith("image/svg")
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.GeneralSettings())
    async with unit_of_work() as session:
        await site.store_image_urls(session, site.GeneralSettings, {"icon": "/media/icon.webp"})
    site.settings_cache.clear()
    for path in ("/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"):
        response = await client.get(path)
        assert (response.status_code, response.headers["location"]) == (302, "/media/icon.webp")
