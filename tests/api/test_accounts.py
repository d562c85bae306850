import json
from collections.abc import Iterator

import pytest
from httpx import AsyncClient, Response

from community.core import database, kept_form
from community.core.settings import settings
from community.domain.accounts import passwords
from tests.api.people import bearer, sign_in
from tests.cast import Cast

DORA = {"name": "Dora", "email": "dora@example.com", "password": "a quiet harbour"}
# Half a character, as JSON can say it, in whatever a route may ask for.
HALVES = json.dumps(dict.fromkeys(("login", "password", "name", "text", "title"), "\ud800"))
LOGIN = {"login": "dora", "password": DORA["password"]}


async def join(client: AsyncClient, **more: str) -> Response:
    answer = await client.post("/register", json=DORA | more)
    client.cookies.clear()
    return answer


async def is_signed_in(client: AsyncClient) -> bool:
    return (
        await client.get("/settings", headers={"Accept": "application/json"})
    ).status_code == 200


async def test_joining_signs_one_in(client: AsyncClient, cast: Cast) -> None:
    answer = await client.post("/register", json=DORA)
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == "/dora"
    assert answer.json()["user"]["slug"] == "dora"
    assert answer.json()["user"]["roles"] == ["user"]
    assert "password" not in answer.text.replace("has_password", "")
    assert await is_signed_in(client)


async def test_what_is_wrong_is_said_by_field(client: AsyncClient) -> None:
    answer = await client.post("/register", json={"name": "", "email": "x", "password": "short"})
    assert answer.status_code == 422
    assert answer.json()["errors"].keys() == {"name", "email", "password"}


async def test_an_email_that_is_known_is_a_conflict(client: AsyncClient, cast: Cast) -> None:
    answer = await client.post("/register", json=DORA | {"email": "Alice@EXAMPLE.com"})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert "email" in answer.json()["errors"]


async def test_signing_in_sets_a_cookie_that_no_script_and_no_other_site_gets(
    client: AsyncClient,
) -> None:
    await join(client)
    answer = await client.post("/login", json=LOGIN)
    assert answer.status_code == 200, answer.text
    assert answer.json()["user"]["email"] == "dora@example.com"
    name, _, flags = answer.headers["set-cookie"].partition("=")
    flags = flags.lower()
    assert name == "session"
    for flag in ("httponly", "samesite=lax", "path=/", "max-age=2592000"):
        assert flag in flags
    assert "secure" not in flags
    assert "domain" not in flags


@pytest.fixture
def under_https(monkeypatch: pytest.MonkeyPatch, site: object) -> Iterator[None]:
    monkeypatch.setenv("PUBLIC_URL", "https://example.com")
    settings.cache_clear()
    yield
    settings.cache_clear()


async def test_under_https_the_cookie_is_bound_to_the_host(
    under_https: None, client: AsyncClient
) -> None:
    cookies = [(await join(client)).headers["set-cookie"]]
    answer = await client.post("/login", json=LOGIN)
    cookies.append(answer.headers["set-cookie"])
    cookie = {"Cookie": cookies[-1].partition(";")[0]}
    cookies.append((await client.post("/logout", headers=cookie)).headers["set-cookie"])
    for cookie_line in cookies:
        assert cookie_line.startswith("__Host-session=")
        assert "; secure" in cookie_line.lower()
        assert "; path=/" in cookie_line.lower()
        assert "domain" not in cookie_line.lower()


@pytest.mark.parametrize("login", ["dora", "nobody", "nobody@example.com"])
async def test_wrong_credentials_say_nothing_of_the_account(
    client: AsyncClient, login: str
) -> None:
    await join(client)
    answer = await client.post("/login", json={"login": login, "password": "wrong harbour"})
    assert answer.status_code == 401
    assert answer.json()["code"] == "invalid_credentials"
    assert answer.json()["detail"] == "There is no account with this name and password."
    assert "set-cookie" not in answer.headers


async def test_signing_in_again_changes_the_cookie_and_ends_the_old_one(
    client: AsyncClient,
) -> None:
    await join(client)
    first = (await client.post("/login", json=LOGIN)).cookies["session"]
    second = (await client.post("/login", json=LOGIN)).cookies["session"]
    assert first != second
    client.cookies.clear()
    client.cookies.set("session", first)
    assert not await is_signed_in(client)


async def test_signing_out_ends_the_sign_in_and_takes_the_cookie(client: AsyncClient) -> None:
    await join(client)
    token = (await client.post("/login", json=LOGIN)).cookies["session"]
    answer = await client.post("/logout")
    assert answer.status_code == 204
    assert 'session=""' in answer.headers["set-cookie"]
    assert (await client.post("/logout")).status_code == 204
    client.cookies.set("session", token)
    assert not await is_signed_in(client)


async def test_five_attempts_a_minute(client: AsyncClient) -> None:
    for remaining in (4, 3, 2, 1, 0):
        answer = await client.post("/login", json={"login": f"x{remaining}", "password": "y"})
        assert answer.headers["x-ratelimit-remaining"] == str(remaining)
    answer = await client.post("/login", json=LOGIN)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json()["details"]["group"] == "login"


async def test_five_attempts_a_minute_at_one_name_from_wherever(
    client: AsyncClient, cast: Cast
) -> None:
    people = [cast.alice, cast.bob, cast.charlie]
    for attempt in range(5):
        headers = await bearer(people[attempt % 3])
        await client.post("/login", json={"login": "olga", "password": "y"}, headers=headers)
    answer = await client.post("/login", json={"login": " OLGA", "password": "y"})
    assert answer.status_code == 429


async def test_five_attempts_a_minute_at_one_account_by_whichever_name(
    client: AsyncClient, cast: Cast
) -> None:
    names = ["olga", "olga@example.com", "Olga", "OLGA@example.com", "olga"]
    answers = []
    for attempt, name in enumerate([*names, "olga@example.com"]):
        headers = await bearer([cast.alice, cast.bob][attempt % 2])
        body = {"login": name, "password": "y"}
        answers.append((await client.post("/login", json=body, headers=headers)).status_code)
    assert answers == [401] * 5 + [429]
    assert (
        await client.post("/login", json={"login": "nobody", "password": "y"})
    ).status_code == 401


async def test_five_registrations_a_minute(client: AsyncClient) -> None:
    for _ in range(5):
        await client.post("/register", json={})
    assert (await client.post("/register", json=DORA)).status_code == 429


@pytest.mark.parametrize("path", ["/login", "/register"])
async def test_the_doors_lead_to_the_dialog(client: AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?modal=auth")
    answer = await client.get(path, params={"next": "/p/1/bread?sort=new"})
    assert answer.headers["location"] == "/?modal=auth&next=%2Fp%2F1%2Fbread%3Fsort%3Dnew"


async def test_a_native_form_leads_to_where_one_was(client: AsyncClient) -> None:
    await join(client)
    answer = await client.post("/login", data=LOGIN | {"next": "/p/1/bread"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/p/1/bread")
    assert await is_signed_in(client)
    answer = await client.post("/logout", data={"sure": "yes"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert not await is_signed_in(client)


async def test_a_native_form_can_join(client: AsyncClient) -> None:
    answer = await client.post("/register", data=DORA)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert await is_signed_in(client)


@pytest.mark.parametrize(
    "path",
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
async def test_a_link_cannot_lead_people_astray(client: AsyncClient, path: str) -> None:
    await join(client)
    answer = await client.post("/login", data=LOGIN | {"next": path})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    answer = await client.get("/login", params={"next": path})
    assert answer.headers["location"] == "/?modal=auth"


async def test_a_native_form_that_was_refused_is_shown_again_with_what_was_typed(
    client: AsyncClient, cast: Cast
) -> None:
    answer = await client.post(
        "/register", data=DORA | {"email": "alice@example.com", "next": "/p/1/bread"}
    )
    assert answer.status_code == 303
    assert answer.headers["location"] == "/?modal=auth&next=%2Fp%2F1%2Fbread"
    kept = kept_form.unpack(answer.cookies["kept_form"])
    assert kept is not None
    assert kept.form == "register"
    assert kept.values == {"name": "Dora", "email": "alice@example.com"}
    assert kept.errors == {"email": ["There is an account with this e-mail. Sign in instead."]}
    assert DORA["password"] not in kept.model_dump_json()
    assert "httponly" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    ("form", "typed"), [("login", {"login": "dora"}), ("register", {"email": "dora@example.com"})]
)
async def test_a_native_form_that_came_too_often_is_shown_again_too(
    client: AsyncClient, form: str, typed: dict[str, str]
) -> None:
    for _ in range(5):
        await client.post(f"/{form}", json={})
    answer = await client.post(f"/{form}", data=typed | {"next": "/p/1/bread"})
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        "/?modal=auth&next=%2Fp%2F1%2Fbread",
    )
    assert int(answer.headers["retry-after"]) > 0
    assert (answer.headers["x-ratelimit-limit"], answer.headers["x-ratelimit-remaining"]) == (
        "5",
        "0",
    )
    assert int(answer.headers["x-ratelimit-reset"]) > 0
    kept = kept_form.unpack(answer.cookies["kept_form"])
    assert kept is not None
    assert kept.sentence.startswith("That was too often")
    assert kept.values.items() >= typed.items()


@pytest.mark.parametrize(("form", "field"), [("login", "login"), ("register", "name")])
async def test_a_native_form_with_a_field_too_long_is_shown_again_too(
    client: AsyncClient, form: str, field: str
) -> None:
    typed = {field: "x" * 1_001, "password": "a quiet harbour"}
    answer = await client.post(f"/{form}", data=typed)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?modal=auth")
    kept = kept_form.unpack(answer.cookies["kept_form"])
    assert kept is not None
    assert (kept.form, kept.values[field]) == (form, typed[field])
    assert kept.errors == {field: ["Use at most 1,000 characters."]}
    assert "harbour" not in kept.model_dump_json()
    assert (await client.post(f"/{form}", json=typed)).status_code == 422


async def test_what_was_kept_goes_once_one_is_in(client: AsyncClient) -> None:
    await join(client)
    await client.post("/login", data=LOGIN | {"password": "wrong harbour"})
    assert "kept_form" in client.cookies
    await client.post("/login", data=LOGIN)
    assert "kept_form" not in client.cookies


@pytest.mark.parametrize("value", [None, "", "nonsense", "e30=", "é"])
def test_a_cookie_that_is_none_of_ours_is_passed_over(value: str | None) -> None:
    assert kept_form.unpack(value) is None


def test_a_form_too_long_for_a_cookie_keeps_its_reason() -> None:
    values = {"name": "x" * 9000, "email": "dora@example.com"}
    kept = kept_form.KeptForm(form="register", values=values, sentence="No.")
    packed = kept_form.pack(kept)
    assert len(packed) < 4000
    short = {"email": "dora@example.com"}
    assert kept_form.unpack(packed) == kept.model_copy(update={"values": short})


async def test_another_site_cannot_sign_anybody_in_or_out(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.alice)
    for path in ("/login", "/register", "/logout"):
        answer = await client.post(path, data=LOGIN, headers={"Origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "cross_origin")
    assert await is_signed_in(client)


@pytest.mark.parametrize(
    "body", ["{", "[]", '{"login": 1}', '{"login": "\\u0000"}', '{"login": "\\ud800"}']
)
async def test_nonsense_is_refused_and_never_a_fault(client: AsyncClient, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await client.post("/login", content=body, headers=headers)
    assert answer.status_code in {400, 401, 422}


async def test_whoever_waits_for_a_password_to_be_compared_keeps_no_connection_from_others(
    client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.post("/register", json=DORA)
    taken: list[str] = []
    compare = passwords.verify

    async def watched(password: str, known: str | None) -> tuple[bool, str | None]:
        taken.append(database.engine().pool.status())
        return await compare(password, known)

    monkeypatch.setattr(passwords, "verify", watched)
    assert (await client.post("/login", json=LOGIN)).status_code == 200
    new = {"current_password": DORA["password"], "password": "a loud harbour"}
    assert (await client.post("/settings/password", json=new)).status_code == 200
    assert len(taken) == 2
    assert all("checked out connections: 0" in status.lower() for status in taken), taken


@pytest.mark.parametrize("path", ["/login", "/register", "/comments", "/reaction", "/posts"])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("[" * 100_000, {400}),
        ('{"a":' * 50_000, {400}),
        (HALVES, {401, 422}),
    ],
)
async def test_a_body_that_nobody_sane_would_send_is_refused(
    client: AsyncClient, cast: Cast, path: str, body: str, status: set[int]
) -> None:
    if path not in {"/login", "/register"}:
        await sign_in(client, cast.bob)
    answer = await client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code in status, answer.text
