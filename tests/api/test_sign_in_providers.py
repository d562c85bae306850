"""Tests of the sign-in with services, against a local server that plays them."""

import base64
from collections.abc import AsyncIterator
from datetime import timedelta

import orjson
import pytest
import pytest_asyncio
from httpx import AsyncClient
from sqlmodel import select
from starlette.responses import JSONResponse, PlainTextResponse

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts
from community.gateways.identity import discovery, http
from community.models import Identity, User, UserSession
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.gateways.identity.sign_ins import change_settings, sign_in_with, visit_service
from tests.gateways.identity.stand_in import Person, StandIn, make_key, run_stand_in
from tests.gateways.mail.delivered_mails import find_token, read_delivered_mails

PROVIDERS = ("google", "facebook", "github", "x", "vk", "yandex")
FINISH = "/auth/finish"


@pytest_asyncio.fixture
async def services(cast: Cast) -> AsyncIterator[StandIn]:
    discovery.clear_caches()
    async with run_stand_in() as stand_in:
        await change_settings(cast.olga, stand_in.list_settings(*PROVIDERS))
        yield stand_in


async def add_identity(user: Actor, provider: str, subject: str = "4711") -> None:
    async with unit_of_work() as session:
        session.add(Identity(user_id=user.id, provider=provider, subject=subject))


async def find_owner(provider: str, subject: str = "4711") -> int | None:
    async with read_session() as session:
        return await session.scalar(
            select(Identity.user_id).where(
                Identity.provider == provider, Identity.subject == subject
            )
        )


async def get_viewer(client: AsyncClient) -> str:
    """Return the username of the user who is signed in, or ""."""
    response = await client.get("/settings", headers={"Accept": "application/json"})
    return response.json()["slug"] if response.status_code == 200 else ""


async def finish(client: AsyncClient, **values: str) -> tuple[int, dict[str, object]]:
    response = await client.post(FINISH, json={"name": "Dora", **values})
    return response.status_code, response.json() if response.content else {}


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_known_identity_signs_in(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str
) -> None:
    await add_identity(cast.alice, provider)
    response = await sign_in_with(client, provider, next_path="/popular?tag=a")
    assert (response.status_code, response.headers["Location"]) == (303, "/popular?tag=a")
    assert await get_viewer(client) == "alice"
    async with read_session() as session:
        [row] = await session.scalars(select(UserSession))
    assert row.method == provider
    await jobs.run_due_jobs()
    assert [mail["Subject"] for mail in await read_delivered_mails()] == [
        "New sign-in to your account"
    ]


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_new_person_creates_an_account(
    client: AsyncClient, services: StandIn, provider: str
) -> None:
    response = await sign_in_with(client, provider, next_path="/popular")
    assert response.headers["Location"] == FINISH
    assert await get_viewer(client) == ""
    status, body = await finish(client, email="dora@example.com", slug="dora")
    assert (status, await get_viewer(client)) == (201, "dora"), body
    async with read_session() as session:
        user = await session.scalar(select(User).where(User.slug == "dora"))
    assert user is not None
    assert await find_owner(provider) == user.id
    assert user.password_hash is None
    # Only these services say that the email belongs to the person.
    assert (user.email_verified_at is not None) == (provider in {"google", "github", "yandex"})
    # The same identity now signs in.
    client.cookies.clear()
    assert (await sign_in_with(client, provider)).headers["Location"] == "/"
    assert await get_viewer(client) == "dora"


async def test_the_finishing_page_works_once(client: AsyncClient, services: StandIn) -> None:
    await sign_in_with(client, "github")
    cookie = client.cookies["pending_identity"]
    assert (await finish(client, email="dora@example.com"))[0] == 201
    client.cookies.clear()
    client.cookies["pending_identity"] = cookie
    status, body = await finish(client, email="other@example.com", slug="other")
    assert (status, body["code"]) == (422, "identity_expired")
    async with read_session() as session:
        assert await session.scalar(select(User).where(User.slug == "other")) is None


async def test_invalid_values_of_the_finishing_page_are_reported(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await sign_in_with(client, "x")
    status, body = await finish(client, name=" ", slug="admin", email="no")
    assert status == 422
    assert set(body["errors"]) == {"name", "slug", "email"}  # type: ignore[call-overload]
    status, body = await finish(client, slug="alice", email="dora@example.com")
    assert (status, set(body["errors"])) == (409, {"slug"})  # type: ignore[call-overload]
    status, body = await finish(client, slug="dora", email="ALICE@example.com")
    assert (status, set(body["errors"])) == (409, {"email"})  # type: ignore[call-overload]
    assert await find_owner("x") is None
    assert (await finish(client, slug="dora", email="dora@example.com"))[0] == 201


async def test_a_verified_email_of_an_account_asks_for_a_login_there(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    services.person = Person(email="Alice@example.com")
    response = await sign_in_with(client, "github")
    assert response.headers["Location"] == FINISH
    assert (await get_viewer(client), await find_owner("github")) == ("", None)
    # Nothing connects the identity before the login, and the email creates no second account.
    assert (await client.post("/auth/connect", json={})).status_code == 401
    assert (await finish(client, email="alice@example.com"))[0] == 409
    await sign_in(client, cast.alice)
    response = await client.post("/auth/connect")
    assert (response.status_code, response.json()["code"]) == (403, "confirmation_required")
    await sign_in(client, cast.alice, is_confirmed=True)
    assert (await client.post("/auth/connect")).status_code == 204
    assert await find_owner("github") == cast.alice.id
    await jobs.run_due_jobs()
    [mail] = await read_delivered_mails()
    assert (mail["To"], mail["Subject"]) == ("alice@example.com", "A sign-in method was added")


async def test_an_identity_of_another_user_is_not_connected(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.bob, "github")
    await sign_in(client, cast.alice)
    response = await sign_in_with(client, "github")
    assert response.headers["Location"] == "/settings?problem=identity_taken#sign-in"
    assert (await get_viewer(client), await find_owner("github")) == ("alice", cast.bob.id)


async def test_a_deleted_account_is_not_entered(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "github")
    async with unit_of_work() as session:
        (await session.get_one(User, cast.alice.id)).deleted_at = clock.now()
    response = await sign_in_with(client, "github")
    assert "problem=account_deleted" in response.headers["Location"]
    assert await get_viewer(client) == ""


async def test_a_banned_user_signs_in_to_read(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.mallory, "github")
    await sign_in_with(client, "github")
    assert await get_viewer(client) == "mallory"


@pytest.mark.parametrize("mode", ["closed", "invitation"])
async def test_new_people_need_an_open_registration(
    client: AsyncClient, cast: Cast, services: StandIn, mode: str
) -> None:
    await change_settings(cast.olga, {"registration": mode})
    code = "registration_closed" if mode == "closed" else "invitation_required"
    response = await sign_in_with(client, "github", next_path="/new")
    assert response.headers["Location"] == f"/new?modal=auth&problem={code}&next=%2Fnew"
    # Users sign in as before.
    await add_identity(cast.alice, "github")
    await sign_in_with(client, "github")
    assert await get_viewer(client) == "alice"


async def test_an_invitation_goes_through_the_service(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await change_settings(cast.olga, {"registration": "invitation"})
    async with unit_of_work() as session:
        created = await accounts.invitations.create(session, cast.olga, max_uses=1)
    token = created.url.rpartition("=")[2]
    response = await sign_in_with(client, "x", invitation=token)
    assert response.headers["Location"] == FINISH
    assert (await finish(client, email="dora@example.com"))[0] == 201
    client.cookies.clear()
    services.person = Person(id="4712")
    response = await sign_in_with(client, "x", invitation=token)
    assert "problem=invitation_invalid" in response.headers["Location"]


async def test_an_unverified_email_is_confirmed_by_mail_where_the_site_requires_it(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await change_settings(cast.olga, {"require_verified_email": True})
    answers = []
    for number, email in enumerate(("alice@example.com", "dora@example.com")):
        client.cookies.clear()
        services.person = Person(id=f"{number}")
        await sign_in_with(client, "x")
        response = await client.post(FINISH, json={"name": "Dora", "email": email})
        answers.append((response.status_code, response.headers["Location"], response.content))
        assert await get_viewer(client) == ""
    assert answers[0] == answers[1] == (202, "/email/verify?sent=1", b"")
    await jobs.run_due_jobs()
    mails = {mail["To"]: mail for mail in await read_delivered_mails()}
    assert mails["alice@example.com"]["Subject"] == "You already have an account"
    token = find_token(mails["dora@example.com"], path="/email/verify")
    assert (await client.post("/email/verify", json={"token": token})).status_code == 201
    assert await get_viewer(client) == "dora"
    assert await find_owner("x", "0") is None
    client.cookies.clear()
    await sign_in_with(client, "x")
    assert await get_viewer(client) == "dora"


async def test_a_verified_email_needs_no_mail(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await change_settings(cast.olga, {"require_verified_email": True})
    await sign_in_with(client, "github")
    # Another email than the verified one must be confirmed.
    response = await client.post(FINISH, json={"name": "Dora", "email": "other@example.com"})
    assert response.status_code == 202
    await sign_in_with(client, "github")
    assert (await finish(client, email="Dora@example.com"))[0] == 201


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_cancelled_sign_in_leads_back_with_a_message(
    client: AsyncClient, services: StandIn, provider: str
) -> None:
    services.is_refused = True
    response = await sign_in_with(client, provider, next_path="/new?a=1#top")
    target = "/new?a=1&modal=auth&problem=access_denied&next=%2Fnew%3Fa%3D1%23top#top"
    assert response.headers["Location"] == target


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_forged_state_is_refused(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str
) -> None:
    await add_identity(cast.alice, provider)
    path = await visit_service(client, provider)
    response = await client.get(path.replace("state=", "state=x"))
    assert "problem=identity_expired" in response.headers["Location"]
    assert await get_viewer(client) == ""


async def test_a_callback_works_once_and_only_in_the_browser_that_began(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "github")
    path = await visit_service(client, "github")
    cookie = client.cookies["sign_in_attempt"]
    client.cookies.clear()
    foreign = await client.get(path)
    assert "problem=identity_expired" in foreign.headers["Location"]
    client.cookies.set("sign_in_attempt", cookie)
    assert (await client.get(path)).headers["Location"] == "/"
    client.cookies.clear()
    client.cookies.set("sign_in_attempt", cookie)
    repeated = await client.get(path)
    assert "problem=identity_expired" in repeated.headers["Location"]
    assert await get_viewer(client) == ""


async def test_an_attempt_of_one_service_does_not_complete_another(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "yandex")
    path = await visit_service(client, "github")
    client.cookies.set("sign_in_attempt", client.cookies["sign_in_attempt"])
    response = await client.get(path.replace("/github/", "/yandex/"))
    assert "problem=identity_expired" in response.headers["Location"]


async def test_an_attempt_expires(client: AsyncClient, cast: Cast, services: StandIn) -> None:
    await add_identity(cast.alice, "github")
    path = await visit_service(client, "github")
    cookie = client.cookies["sign_in_attempt"]
    with clock.travel(timedelta(minutes=16)):
        client.cookies.set("sign_in_attempt", cookie)
        response = await client.get(path)
    assert "problem=identity_expired" in response.headers["Location"]


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("fault", ["expired", "used", "verifier", "unknown"])
async def test_a_code_that_the_service_refuses_signs_no_user_in(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str, fault: str
) -> None:
    await add_identity(cast.alice, provider)
    path = await visit_service(client, provider)
    [grant] = services.grants.values()
    grant.is_expired, grant.is_used = fault == "expired", fault == "used"
    if fault == "verifier":
        grant.params["code_challenge"] = "x" * 43
    if fault == "unknown":
        services.grants.clear()
    response = await client.get(path)
    assert response.status_code == 303
    assert "problem=provider_failed" in response.headers["Location"]
    assert await get_viewer(client) == ""


@pytest.mark.parametrize("provider", [name for name in PROVIDERS if name != "vk"])
async def test_a_wrong_secret_signs_no_user_in(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str
) -> None:
    await add_identity(cast.alice, provider)
    await change_settings(cast.olga, {f"{provider}_client_secret": "wrong"})
    response = await sign_in_with(client, provider)
    assert "problem=provider_failed" in response.headers["Location"]


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"aud": "another client"},
        {"iss": "https://evil.example"},
        {"exp": 1},
        {"aud": ["client-1", "other"], "azp": "other"},
        {"sub": ""},
    ],
)
async def test_an_id_token_for_another_purpose_is_refused(
    client: AsyncClient, cast: Cast, services: StandIn, claims: dict[str, object]
) -> None:
    await add_identity(cast.alice, "google")
    services.claims = claims
    response = await sign_in_with(client, "google")
    assert "problem=provider_failed" in response.headers["Location"]
    assert await get_viewer(client) == ""


async def test_an_id_token_without_a_signature_is_refused(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "google")
    path = await visit_service(client, "google")
    [grant] = services.grants.values()
    _header, claims, _signature = services.sign_id_token(
        grant.params["nonce"], services.person
    ).split(".")
    header = base64.urlsafe_b64encode(orjson.dumps({"alg": "none"})).decode().rstrip("=")
    services.token_answer = JSONResponse({"access_token": "a", "id_token": f"{header}.{claims}."})
    response = await client.get(path)
    assert "problem=provider_failed" in response.headers["Location"]


async def test_new_keys_of_the_service_are_loaded_at_most_once_a_minute(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "google")
    await sign_in_with(client, "google")
    client.cookies.clear()
    services.key = make_key()
    response = await sign_in_with(client, "google")
    assert "problem=provider_failed" in response.headers["Location"]  # within the minute
    assert services.key_requests == 1
    with clock.travel(timedelta(minutes=2)):
        await sign_in_with(client, "google")
        assert services.key_requests == 2
        assert await get_viewer(client) == "alice"


@pytest.mark.parametrize(
    "answer",
    [
        PlainTextResponse("<html>"),
        JSONResponse([]),
        JSONResponse({}),
        JSONResponse({"access_token": 7}),
        PlainTextResponse("x" * (http.MAX_RESPONSE_BYTES + 1)),
        PlainTextResponse("{}", headers={"Content-Encoding": "gzip"}),
        PlainTextResponse("", 302, headers={"Location": "http://127.0.0.1:1/"}),
    ],
)
async def test_a_strange_answer_of_the_service_is_an_error_with_a_message(
    client: AsyncClient, services: StandIn, answer: JSONResponse
) -> None:
    services.token_answer = answer
    response = await sign_in_with(client, "github")
    assert response.status_code == 303
    assert "problem=provider_failed" in response.headers["Location"]


async def test_a_service_that_does_not_answer_is_an_error_with_a_message(
    client: AsyncClient, services: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "TIMEOUT_SECONDS", 0.2)
    services.is_slow = True
    response = await sign_in_with(client, "github")
    assert "problem=provider_failed" in response.headers["Location"]


@pytest.mark.parametrize(
    "next_path", ["https://evil.example", "//evil.example", "/\\evil.example", "/auth/x/redirect"]
)
async def test_the_sign_in_leads_to_no_other_site(
    client: AsyncClient, cast: Cast, services: StandIn, next_path: str
) -> None:
    await add_identity(cast.alice, "github")
    response = await sign_in_with(client, "github", next_path=next_path)
    assert response.headers["Location"] == "/"


@pytest.mark.parametrize("path", ["/auth/github/redirect", "/auth/myspace/redirect"])
async def test_a_service_that_is_not_configured_is_not_offered(
    client: AsyncClient, cast: Cast, path: str
) -> None:
    assert (await client.get(path)).status_code == 404


async def test_callbacks_count_as_logins(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    statuses = [(await client.get("/auth/github/callback")).status_code for _ in range(6)]
    assert statuses == [303] * 5 + [429]


async def test_two_users_with_the_same_id_at_different_services_stay_apart(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "github")
    await add_identity(cast.bob, "yandex")
    dora = await factories.user("dora")
    await add_identity(dora, "x", "4712")
    await sign_in_with(client, "yandex")
    assert await get_viewer(client) == "bob"
