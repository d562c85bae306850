import json
from collections.abc import Iterator

import pytest
from httpx import AsyncClient, Response

from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.core.http import form_flash
from community.core.settings import settings
from community.domain import site
from community.domain.accounts import invitations
from community.domain.identity import passwords
from tests.api.credentials import sign_in
from tests.cast import Cast

FORM_URLS = {"login": "/?modal=auth", "register": "/?modal=auth&form=register"}
DORA = {"name": "Dora", "email": "dora@example.com", "password": "a quiet harbour"}
# JSON can contain an escaped unpaired surrogate, which is not valid Unicode.
LONE_SURROGATES_BODY = json.dumps(
    dict.fromkeys(("login", "password", "name", "text", "title"), "\ud800")
)
LOGIN = {"login": "dora", "password": DORA["password"]}


async def register_dora_and_clear_cookies(client: AsyncClient, **extra: str) -> Response:
    response = await client.post("/register", json=DORA | extra)
    client.cookies.clear()
    return response


async def is_signed_in(client: AsyncClient) -> bool:
    return (
        await client.get("/settings", headers={"Accept": "application/json"})
    ).status_code == 200


async def test_registration_signs_the_user_in(client: AsyncClient, cast: Cast) -> None:
    response = await client.post("/register", json=DORA)
    assert response.status_code == 201, response.text
    assert response.headers["location"] == "/dora"
    assert response.json()["user"]["slug"] == "dora"
    assert response.json()["user"]["roles"] == ["user"]
    assert "password" not in response.text.replace("has_password", "")
    assert await is_signed_in(client)


async def test_registration_errors_are_grouped_by_field(client: AsyncClient) -> None:
    response = await client.post("/register", json={"name": "", "email": "x", "password": "short"})
    assert response.status_code == 422
    assert response.json()["errors"].keys() == {"name", "email", "password"}


async def test_registering_with_a_taken_email_returns_a_conflict_error(
    client: AsyncClient, cast: Cast
) -> None:
    response = await client.post("/register", json=DORA | {"email": "Alice@EXAMPLE.com"})
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    assert "email" in response.json()["errors"]


async def test_login_sets_an_http_only_same_site_cookie(
    client: AsyncClient,
) -> None:
    await register_dora_and_clear_cookies(client)
    response = await client.post("/login", json=LOGIN)
    assert response.status_code == 200, response.text
    assert response.json()["user"]["email"] == "dora@example.com"
    name, _, flags = response.headers["set-cookie"].partition("=")
    flags = flags.lower()
    assert name == "session"
    for flag in ("httponly", "samesite=lax", "path=/", "max-age=2592000"):
        assert flag in flags
    assert "secure" not in flags
    assert "domain" not in flags


@pytest.fixture
def https_site(monkeypatch: pytest.MonkeyPatch, site: object) -> Iterator[None]:
    monkeypatch.setenv("PUBLIC_URL", "https://example.com")
    settings.cache_clear()
    yield
    settings.cache_clear()


async def test_the_session_cookie_of_an_https_site_has_the_host_prefix(
    https_site: None, client: AsyncClient
) -> None:
    cookies = [(await register_dora_and_clear_cookies(client)).headers["set-cookie"]]
    response = await client.post("/login", json=LOGIN)
    cookies.append(response.headers["set-cookie"])
    cookie = {"Cookie": cookies[-1].partition(";")[0]}
    cookies.append((await client.post("/logout", headers=cookie)).headers["set-cookie"])
    for cookie_line in cookies:
        assert cookie_line.startswith("__Host-session=")
        assert "; secure" in cookie_line.lower()
        assert "; path=/" in cookie_line.lower()
        assert "domain" not in cookie_line.lower()


@pytest.mark.parametrize("login", ["dora", "nobody", "nobody@example.com"])
async def test_wrong_credentials_do_not_reveal_whether_the_account_exists(
    client: AsyncClient, login: str
) -> None:
    await register_dora_and_clear_cookies(client)
    response = await client.post("/login", json={"login": login, "password": "wrong harbour"})
    assert response.status_code == 401
    assert response.json()["code"] == "invalid_credentials"
    assert response.json()["detail"] == "Wrong email or password"
    assert "set-cookie" not in response.headers


async def test_logging_in_again_replaces_the_cookie_and_revokes_the_old_session(
    client: AsyncClient,
) -> None:
    await register_dora_and_clear_cookies(client)
    first = (await client.post("/login", json=LOGIN)).cookies["session"]
    second = (await client.post("/login", json=LOGIN)).cookies["session"]
    assert first != second
    client.cookies.clear()
    client.cookies.set("session", first)
    assert not await is_signed_in(client)


async def test_logout_revokes_the_session_and_deletes_the_cookie(client: AsyncClient) -> None:
    await register_dora_and_clear_cookies(client)
    token = (await client.post("/login", json=LOGIN)).cookies["session"]
    response = await client.post("/logout")
    assert response.status_code == 204
    assert 'session=""' in response.headers["set-cookie"]
    assert (await client.post("/logout")).status_code == 204
    client.cookies.set("session", token)
    assert not await is_signed_in(client)


async def test_login_is_limited_to_five_attempts_a_minute(client: AsyncClient) -> None:
    for remaining in (4, 3, 2, 1, 0):
        response = await client.post("/login", json={"login": f"x{remaining}", "password": "y"})
        assert response.headers["x-ratelimit-remaining"] == str(remaining)
    response = await client.post("/login", json=LOGIN)
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) > 0
    assert response.json()["details"]["group"] == "login"


async def test_registration_is_limited_to_five_attempts_a_minute(client: AsyncClient) -> None:
    for _ in range(5):
        await client.post("/register", json={})
    assert (await client.post("/register", json=DORA)).status_code == 429


@pytest.mark.parametrize("form", FORM_URLS)
async def test_get_requests_for_login_and_register_redirect_to_the_sign_in_dialog(
    client: AsyncClient, form: str
) -> None:
    response = await client.get(f"/{form}")
    assert (response.status_code, response.headers["location"]) == (303, FORM_URLS[form])
    response = await client.get(f"/{form}", params={"next": "/p/1/bread?sort=new"})
    expected = f"{FORM_URLS[form]}&next=%2Fp%2F1%2Fbread%3Fsort%3Dnew"
    assert response.headers["location"] == expected


async def test_submitting_the_html_login_form_redirects_to_the_url_in_the_next_field(
    client: AsyncClient,
) -> None:
    await register_dora_and_clear_cookies(client)
    response = await client.post("/login", data=LOGIN | {"next": "/p/1/bread"})
    assert (response.status_code, response.headers["location"]) == (303, "/p/1/bread")
    assert await is_signed_in(client)
    response = await client.post("/logout", data={"sure": "yes"})
    assert (response.status_code, response.headers["location"]) == (303, "/")
    assert not await is_signed_in(client)


async def test_a_user_can_register_with_an_html_form(client: AsyncClient) -> None:
    response = await client.post("/register", data=DORA)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    assert await is_signed_in(client)


@pytest.mark.parametrize(
    "next_url",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "evil",
        "/login",
        "/logout?x",
    ],
)
async def test_login_with_an_unsafe_next_url_redirects_to_the_home_page(
    client: AsyncClient, next_url: str
) -> None:
    await register_dora_and_clear_cookies(client)
    response = await client.post("/login", data=LOGIN | {"next": next_url})
    assert (response.status_code, response.headers["location"]) == (303, "/")
    response = await client.get("/login", params={"next": next_url})
    assert response.headers["location"] == "/?modal=auth"


async def test_a_rejected_html_form_is_shown_again_with_the_submitted_values(
    client: AsyncClient, cast: Cast
) -> None:
    response = await client.post(
        "/register", data=DORA | {"email": "alice@example.com", "next": "/p/1/bread"}
    )
    assert response.status_code == 303
    assert response.headers["location"] == "/?modal=auth&form=register&next=%2Fp%2F1%2Fbread"
    flash = form_flash.from_cookie_value(response.cookies["form_flash"])
    assert flash is not None
    assert flash.form == "register"
    assert flash.values == {"name": "Dora", "email": "alice@example.com"}
    assert flash.errors == {
        "email": ["An account with this email already exists. Sign in instead."]
    }
    assert DORA["password"] not in flash.model_dump_json()
    assert "httponly" in response.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    ("form", "form_values"),
    [("login", {"login": "dora"}), ("register", {"email": "dora@example.com"})],
)
async def test_a_rate_limited_html_form_is_shown_again_with_the_submitted_values(
    client: AsyncClient, form: str, form_values: dict[str, str]
) -> None:
    for _ in range(5):
        await client.post(f"/{form}", json={})
    response = await client.post(f"/{form}", data=form_values | {"next": "/p/1/bread"})
    assert (response.status_code, response.headers["location"]) == (
        303,
        f"{FORM_URLS[form]}&next=%2Fp%2F1%2Fbread",
    )
    assert int(response.headers["retry-after"]) > 0
    assert (response.headers["x-ratelimit-limit"], response.headers["x-ratelimit-remaining"]) == (
        "5",
        "0",
    )
    assert int(response.headers["x-ratelimit-reset"]) > 0
    flash = form_flash.from_cookie_value(response.cookies["form_flash"])
    assert flash is not None
    assert flash.message.startswith("Too many attempts")
    assert flash.values.items() >= form_values.items()


@pytest.mark.parametrize(("form", "field"), [("login", "login"), ("register", "name")])
async def test_an_html_form_with_a_field_that_is_too_long_is_shown_again(
    client: AsyncClient, form: str, field: str
) -> None:
    form_values = {field: "x" * 1_001, "password": "a quiet harbour"}
    response = await client.post(f"/{form}", data=form_values)
    assert (response.status_code, response.headers["location"]) == (303, FORM_URLS[form])
    flash = form_flash.from_cookie_value(response.cookies["form_flash"])
    assert flash is not None
    assert (flash.form, flash.values[field]) == (form, form_values[field])
    assert flash.errors == {field: ["Use at most 1,000 characters."]}
    assert "harbour" not in flash.model_dump_json()
    assert (await client.post(f"/{form}", json=form_values)).status_code == 422


async def test_the_cookie_with_rejected_form_values_is_deleted_after_a_successful_login(
    client: AsyncClient,
) -> None:
    await register_dora_and_clear_cookies(client)
    await client.post("/login", data=LOGIN | {"password": "wrong harbour"})
    assert "form_flash" in client.cookies
    await client.post("/login", data=LOGIN)
    assert "form_flash" not in client.cookies


@pytest.mark.parametrize("value", [None, "", "nonsense", "e30=", "é"])
def test_an_invalid_cookie_with_form_values_is_ignored(value: str | None) -> None:
    assert form_flash.from_cookie_value(value) is None


def test_the_form_cookie_omits_long_values_and_keeps_the_error_message() -> None:
    values = {"name": "x" * 9000, "email": "dora@example.com"}
    flash = form_flash.FormFlash(form="register", values=values, message="No.")
    packed = form_flash.to_cookie_value(flash)
    assert len(packed) < 4000
    short = {"email": "dora@example.com"}
    assert form_flash.from_cookie_value(packed) == flash.model_copy(update={"values": short})


async def test_cross_origin_requests_to_log_in_register_or_log_out_are_rejected(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.alice)
    for path in ("/login", "/register", "/logout"):
        response = await client.post(path, data=LOGIN, headers={"Origin": "https://evil.example"})
        assert (response.status_code, response.json()["code"]) == (403, "cross_origin")
    assert await is_signed_in(client)


@pytest.mark.parametrize(
    "body", ["{", "[]", '{"login": 1}', '{"login": "\\u0000"}', '{"login": "\\ud800"}']
)
async def test_a_malformed_login_body_returns_a_client_error(
    client: AsyncClient, body: str
) -> None:
    headers = {"Content-Type": "application/json"}
    response = await client.post("/login", content=body, headers=headers)
    assert response.status_code in {400, 401, 422}


async def test_no_database_connection_is_held_during_password_verification(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.post("/register", json=DORA)
    pool_statuses: list[str] = []
    verify = passwords.verify

    async def record_pool_status_and_verify(
        password: str, password_hash: str | None
    ) -> tuple[bool, str | None]:
        pool_statuses.append(database.engine().pool.status())
        return await verify(password, password_hash)

    monkeypatch.setattr(passwords, "verify", record_pool_status_and_verify)
    assert (await client.post("/login", json=LOGIN)).status_code == 200
    new = {"current_password": DORA["password"], "password": "a loud harbour"}
    assert (await client.post("/settings/password", json=new)).status_code == 200
    assert len(pool_statuses) == 2
    for status in pool_statuses:
        assert "checked out connections: 0" in status.lower()


@pytest.mark.parametrize("path", ["/login", "/register", "/comments", "/reaction", "/posts"])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("[" * 100_000, {400}),
        ('{"a":' * 50_000, {400}),
        (LONE_SURROGATES_BODY, {401, 422}),
    ],
)
async def test_a_deeply_nested_or_invalid_body_is_rejected(
    client: AsyncClient, cast: Cast, path: str, body: str, status: set[int]
) -> None:
    if path not in {"/login", "/register"}:
        await sign_in(client, cast.bob)
    response = await client.post(path, content=body, headers={"content-type": "application/json"})
    assert response.status_code in status, response.text


async def test_the_registration_form_keeps_the_invitation_through_errors(
    client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.AuthSettings(registration="invitation"))
        created = await invitations.create(session, cast.olga)
    path = created.url.removeprefix(settings().base_url)
    token = path.partition("invitation=")[2]
    form_url = f"/?modal=auth&form=register&invitation={token}"
    assert (await client.get(path)).headers["location"] == form_url
    response = await client.post("/register", data=DORA | {"invitation": token, "email": "dora"})
    assert response.headers["location"] == form_url
    refused = await client.post("/register", json=DORA)
    assert (refused.status_code, refused.json()["code"]) == (403, "invitation_required")
    assert (await client.post("/register", json=DORA | {"invitation": token})).status_code == 201
    refused = await client.post("/register", json=DORA | {"invitation": token})
    assert (refused.json()["code"], refused.json()["details"]) == (
        "invitation_invalid",
        {"reason": "used_up"},
    )
