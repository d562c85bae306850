"""Tests of the quick sign-in, against a local server that plays Google and VK."""

import secrets
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from httpx import AsyncClient, Response
from sqlmodel import select

from community import jobs
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.gateways.identity import discovery
from community.models import Identity, User, UserSession
from tests.api.commit_faults import fail_transaction
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.gateways.identity.sign_ins import change_settings
from tests.gateways.identity.stand_in import CLIENT_ID, Grant, StandIn, make_key, run_stand_in
from tests.gateways.mail.delivered_mails import read_delivered_mails

ANSWERS = ("google", "vk")


@pytest_asyncio.fixture
async def services(cast: Cast) -> AsyncIterator[StandIn]:
    discovery.clear_caches()
    async with run_stand_in() as stand_in:
        switches = {"quick_sign_in_google": True, "quick_sign_in_vk": True}
        await change_settings(cast.olga, stand_in.list_settings("google", "vk") | switches)
        yield stand_in


async def add_identity(user: Actor, provider: str) -> None:
    async with unit_of_work() as session:
        session.add(Identity(user_id=user.id, provider=provider, subject="4711"))


async def begin(client: AsyncClient, provider: str, **values: str) -> dict[str, str]:
    response = await client.post(f"/one-tap/{provider}/options", json=values)
    assert response.status_code == 200, response.text
    options: dict[str, str] = response.json()
    assert options["client_id"] == CLIENT_ID
    return options


def answer_prompt(services: StandIn, provider: str, options: dict[str, str]) -> dict[str, str]:
    """Return what the script of the service sends after the person has consented."""
    if provider == "google":
        return {"credential": services.sign_id_token(options["nonce"], services.person)}
    code = secrets.token_urlsafe(16)
    params = {name: options[name] for name in ("redirect_uri", "state", "code_challenge")}
    services.grants[code] = grant = Grant("vk", params, services.person)
    return {"code": code, "device_id": grant.device_id, "state": options["state"]}


async def complete(client: AsyncClient, provider: str, answer: dict[str, Any]) -> Response:
    return await client.post(f"/one-tap/{provider}", json=answer)


async def sign_in_quickly(client: AsyncClient, services: StandIn, provider: str) -> Response:
    options = await begin(client, provider, next="/popular")
    return await complete(client, provider, answer_prompt(services, provider, options))


async def get_viewer(client: AsyncClient) -> str:
    response = await client.get("/settings", headers={"Accept": "application/json"})
    return response.json()["slug"] if response.status_code == 200 else ""


def assert_refused(response: Response, code: str = "provider_failed") -> None:
    assert response.json()["code"] == code, response.text
    assert "session" not in response.cookies


@pytest.mark.parametrize("provider", ANSWERS)
async def test_a_known_identity_signs_in(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str
) -> None:
    await add_identity(cast.alice, provider)
    response = await sign_in_quickly(client, services, provider)
    assert response.status_code == 200, response.text
    assert await get_viewer(client) == "alice"
    async with read_session() as session:
        [row] = await session.scalars(select(UserSession))
    assert row.method == provider
    await jobs.run_due_jobs()
    [mail] = await read_delivered_mails()
    assert mail["Subject"] == "New sign-in to your account"


async def test_a_sign_in_that_failed_can_be_repeated_with_its_key(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "google")
    answer = answer_prompt(services, "google", await begin(client, "google"))
    client.headers["Idempotency-Key"] = "7c1c9a4e"
    with fail_transaction(1):
        assert (await complete(client, "google", answer)).status_code == 503
    response = await complete(client, "google", answer)
    assert response.status_code == 200, response.text
    assert await get_viewer(client) == "alice"


@pytest.mark.parametrize("provider", ANSWERS)
async def test_a_new_person_finishes_the_registration(
    client: AsyncClient, services: StandIn, provider: str
) -> None:
    response = await sign_in_quickly(client, services, provider)
    assert (response.status_code, response.headers["Location"]) == (202, "/auth/finish")
    assert await get_viewer(client) == ""
    registration = {"name": "Dora", "email": "dora@example.com"}
    assert (await client.post("/auth/finish", json=registration)).status_code == 201
    assert await get_viewer(client) == "dora"


@pytest.mark.parametrize("provider", ANSWERS)
async def test_an_email_never_takes_an_account(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str
) -> None:
    services.person.email = "alice@example.com"
    response = await sign_in_quickly(client, services, provider)
    assert response.headers["Location"] == "/auth/finish"
    assert await get_viewer(client) == ""
    async with read_session() as session:
        assert await session.scalar(select(Identity)) is None


async def test_an_identity_of_another_user_is_refused(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.bob, "google")
    await sign_in(client, cast.alice)
    assert_refused(await sign_in_quickly(client, services, "google"), "identity_taken")
    assert await get_viewer(client) == "alice"


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another-client"},
        {"iss": "https://accounts.example"},
        {"nonce": "another-attempt"},
        {"nonce": None},
        {"exp": 1_600_000_000},
    ],
)
async def test_a_token_for_another_purpose_is_refused(
    client: AsyncClient, cast: Cast, services: StandIn, claims: dict[str, Any]
) -> None:
    await add_identity(cast.alice, "google")
    services.claims = claims
    assert_refused(await sign_in_quickly(client, services, "google"))
    assert await get_viewer(client) == ""


async def test_a_token_that_google_did_not_sign_is_refused(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "google")
    options = await begin(client, "google")
    await discovery.get_signing_keys(await discovery.get_configuration(f"{services.url}/google"))
    services.key, published = make_key(), services.key
    answer = answer_prompt(services, "google", options)
    services.key = published
    assert_refused(await complete(client, "google", answer))
    for credential in ("", "x", "a.b.c"):
        await begin(client, "google")
        assert_refused(await complete(client, "google", {"credential": credential}))


@pytest.mark.parametrize("provider", ANSWERS)
async def test_an_answer_works_once_and_only_in_the_browser_that_began(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str
) -> None:
    await add_identity(cast.alice, provider)
    answer = answer_prompt(services, provider, await begin(client, provider))
    cookie = client.cookies["sign_in_attempt"]
    client.cookies.clear()
    assert_refused(await complete(client, provider, answer), "identity_expired")
    client.cookies.set("sign_in_attempt", cookie)
    assert (await complete(client, provider, answer)).status_code == 200
    client.cookies.clear()
    client.cookies.set("sign_in_attempt", cookie)
    assert_refused(await complete(client, provider, answer), "identity_expired")
    # Another attempt does not accept the first answer.
    client.cookies.clear()
    await begin(client, provider)
    code = "provider_failed" if provider == "google" else "identity_expired"
    assert_refused(await complete(client, provider, answer), code)


async def test_an_attempt_expires(client: AsyncClient, cast: Cast, services: StandIn) -> None:
    await add_identity(cast.alice, "google")
    options = await begin(client, "google")
    with clock.travel(timedelta(minutes=16)):
        answer = answer_prompt(services, "google", options)
        assert_refused(await complete(client, "google", answer), "identity_expired")


@pytest.mark.parametrize("problem", ["used", "expired", "verifier", "device", "state"])
async def test_vk_refuses_a_code_of_another_attempt(
    client: AsyncClient, cast: Cast, services: StandIn, problem: str
) -> None:
    await add_identity(cast.alice, "vk")
    answer = answer_prompt(services, "vk", await begin(client, "vk"))
    grant = services.grants[answer["code"]]
    grant.is_used, grant.is_expired = problem == "used", problem == "expired"
    if problem == "verifier":
        grant.params["code_challenge"] = "x" * 43
    if problem == "device":
        answer["device_id"] = "another"
    if problem == "state":
        answer["state"] = "x" * 48
    code = "identity_expired" if problem == "state" else "provider_failed"
    assert_refused(await complete(client, "vk", answer), code)


@pytest.mark.parametrize("provider", [*ANSWERS, "github", "unknown"])
async def test_a_service_without_quick_sign_in_does_not_exist(
    client: AsyncClient, cast: Cast, services: StandIn, provider: str
) -> None:
    switches = {"quick_sign_in_google": False, "quick_sign_in_vk": False}
    await change_settings(cast.olga, switches)
    response = await client.post(f"/one-tap/{provider}/options", json={})
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_a_quick_sign_in_that_is_turned_off_meanwhile_is_refused(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "google")
    answer = answer_prompt(services, "google", await begin(client, "google"))
    await change_settings(cast.olga, {"quick_sign_in_google": False})
    assert_refused(await complete(client, "google", answer), "not_found")


async def test_other_sites_cannot_complete_a_quick_sign_in(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "google")
    answer = answer_prompt(services, "google", await begin(client, "google"))
    headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    response = await client.post("/one-tap/google", json=answer, headers=headers)
    assert_refused(response, "cross_origin")


async def test_quick_sign_ins_count_as_logins(client: AsyncClient, services: StandIn) -> None:
    responses = [await complete(client, "google", {}) for _ in range(6)]
    assert [response.status_code for response in responses] == [422] * 5 + [429]
    assert responses[-1].json()["details"]["group"] == "login"


async def test_a_deleted_account_is_not_entered(
    client: AsyncClient, cast: Cast, services: StandIn
) -> None:
    await add_identity(cast.alice, "vk")
    async with unit_of_work() as session:
        (await session.get_one(User, cast.alice.id)).deleted_at = clock.now()
    await sign_in_quickly(client, services, "vk")
    assert await get_viewer(client) == ""
