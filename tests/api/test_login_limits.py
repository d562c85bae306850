"""Tests of the limits for attempts to sign in, which `domain/identity/login_limits.py` explains."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from httpx import ASGITransport, AsyncClient, Response
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from community.api.app import create_app, wrap_in_outer_middleware
from community.core import clock, rate_limits, redis
from community.core.db.sessions import unit_of_work
from community.core.rate_limits import Limit
from community.core.settings import settings
from community.domain import identity
from community.domain.identity import login_limits, passwords, policies
from community.domain.identity.actors import find_user_by_login
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.identity.actions import PASSWORD, register_user
from tests.redis_server import flush_redis_and_get_url

NetworkClient = Callable[[str], AsyncClient]
DORA, DORA_EMAIL = "dora", "dora@example.com"


@pytest.fixture(autouse=True)
def use_fast_password_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fast = Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_HASHER", PasswordHash((fast,)))
    passwords._get_decoy_hash.cache_clear()
    yield
    passwords._get_decoy_hash.cache_clear()


@pytest.fixture
async def client_at(client: AsyncClient, cast: Cast) -> AsyncIterator[NetworkClient]:
    """Yield a function that opens a browser without cookies at an IP address. Dora has a password.

    The first use of `client` closes its connections after the test.
    """
    await register_user("Dora")
    app = wrap_in_outer_middleware(create_app())
    async with AsyncExitStack() as stack:
        opened: list[AsyncClient] = []

        def open_client(ip: str) -> AsyncClient:
            transport = ASGITransport(app, client=(ip, 4000))
            opened.append(AsyncClient(transport=transport, base_url="http://localhost:3000"))
            stack.push_async_callback(opened[-1].aclose)
            return opened[-1]

        yield open_client


async def log_in(client: AsyncClient, login: str = DORA, password: str = PASSWORD) -> Response:
    return await client.post("/login", json={"login": login, "password": password})


async def log_in_and_get_status(
    client: AsyncClient, login: str = DORA, password: str = PASSWORD
) -> int:
    return (await log_in(client, login, password)).status_code


async def guess(client: AsyncClient, times: int, login: str = DORA) -> list[int]:
    return [await log_in_and_get_status(client, login, f"guess {n}") for n in range(times)]


async def guess_from_many_networks(client_at: NetworkClient, times: int, login: str = DORA) -> None:
    for n in range(times):
        assert await guess(client_at(f"198.51.{n // 250}.{n % 250 + 1}"), 1, login) == [401]


@pytest.fixture
def ten_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limit of failed attempts for one login to 10, so that the tests are fast."""
    monkeypatch.setitem(rate_limits.LIMITS, "failed_logins", Limit("login", 10, 3_600.0))


async def test_wrong_passwords_from_one_address_lock_out_no_other_address(
    client_at: NetworkClient,
) -> None:
    assert await guess(client_at("198.51.100.1"), 6) == [401] * 5 + [429]
    assert await log_in_and_get_status(client_at("203.0.113.9")) == 200


async def test_one_address_cannot_use_up_the_failed_attempts_of_an_account(
    client_at: NetworkClient,
) -> None:
    attacker = client_at("198.51.100.1")
    statuses = []
    for minute in range(7):
        with clock.travel(timedelta(minutes=minute)):
            statuses += await guess(attacker, 5)
    assert statuses == [401] * 30 + [429] * 5
    with clock.travel(timedelta(minutes=7)):
        response = await log_in(attacker)
        assert response.status_code == 429
        assert response.json()["details"]["group"] == "login"
        assert 3_000 < int(response.headers["retry-after"]) <= 3_600
        assert "minutes" in response.json()["detail"]
        assert await log_in_and_get_status(client_at("203.0.113.9")) == 200


async def test_guesses_from_many_addresses_are_limited_for_an_account(
    client_at: NetworkClient, ten_failures: None
) -> None:
    await guess_from_many_networks(client_at, 10)
    response = await log_in(client_at("203.0.113.9"))
    assert response.status_code == 429
    assert response.headers["x-ratelimit-limit"] == "10"


async def test_a_device_on_which_the_user_signed_in_before_is_never_locked_out(
    client_at: NetworkClient, ten_failures: None
) -> None:
    known = client_at("203.0.113.9")
    assert await log_in_and_get_status(known) == 200
    await known.post("/logout")
    with clock.travel(timedelta(minutes=2)):
        await guess_from_many_networks(client_at, 10)
        neighbour = client_at("203.0.113.9")
        assert await guess(neighbour, 6, "alice") == [401] * 5 + [429]
        assert await log_in_and_get_status(client_at("192.0.2.1")) == 429
        assert await log_in_and_get_status(known) == 200
        known.cookies.delete("session")
        assert await log_in_and_get_status(known, DORA_EMAIL) == 200


async def test_the_device_of_a_new_account_is_known(
    client_at: NetworkClient, ten_failures: None
) -> None:
    new = client_at("203.0.113.9")
    registration = {"name": "Emil", "email": "emil@example.com", "password": PASSWORD}
    assert (await new.post("/register", json=registration)).status_code == 201
    await guess_from_many_networks(client_at, 10, "emil")
    assert await log_in_and_get_status(new, "emil") == 200


async def test_a_known_device_has_a_limit_of_its_own(client_at: NetworkClient) -> None:
    known = client_at("203.0.113.9")
    responses = [await log_in(known) for _ in range(6)]
    assert [response.status_code for response in responses] == [200] * 5 + [429]
    remaining = [response.headers["x-ratelimit-remaining"] for response in responses]
    assert remaining == ["4", "3", "2", "1", "0", "0"]
    assert await guess(client_at("203.0.113.9"), 1, "alice") == [429]


async def test_all_known_devices_of_an_account_share_a_limit(
    client_at: NetworkClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "known_devices", Limit("login", 4))
    known = [client_at(f"203.0.113.{n}") for n in range(1, 4)]
    for device in known:
        assert await log_in_and_get_status(device) == 200
    assert [(await guess(device, 2))[-1] for device in known] == [401, 401, 429]


async def test_a_device_is_known_only_to_the_accounts_that_signed_in_on_it(
    client_at: NetworkClient, ten_failures: None
) -> None:
    await register_user("Emil")
    emil = client_at("203.0.113.9")
    assert await log_in_and_get_status(emil, "emil") == 200
    await guess_from_many_networks(client_at, 10)
    assert await log_in_and_get_status(emil, DORA) == 429
    assert await log_in_and_get_status(emil, "emil") == 200


async def test_a_shared_device_is_known_to_all_accounts_that_signed_in_on_it(
    client_at: NetworkClient, ten_failures: None
) -> None:
    await register_user("Emil")
    shared = client_at("203.0.113.9")
    for login in ("emil", DORA):
        assert await log_in_and_get_status(shared, login) == 200
    for login in ("emil", DORA):
        await guess_from_many_networks(client_at, 10, login)
    with clock.travel(timedelta(minutes=2)):
        assert [await log_in_and_get_status(shared, login) for login in ("emil", DORA)] == [200] * 2


@pytest.mark.parametrize("change", ["signature", "user", "expired", "nonsense", "session"])
async def test_a_forged_device_cookie_is_ignored(
    client_at: NetworkClient, ten_failures: None, change: str
) -> None:
    known = client_at("203.0.113.9")
    token = (await log_in(known)).cookies["device"]
    head, claims, signature = token.split(".")
    forged = {
        "signature": f"{head}.{claims}.{signature[::-1]}",
        "user": f"{head}.{claims[:-4]}AAAA.{signature}",
        "expired": token,
        "nonsense": "é.x",
        "session": known.cookies["session"],
    }[change]
    days = policies.DEVICE_TOKEN_LIFETIME.days + 1 if change == "expired" else 0
    with clock.travel(timedelta(days=days)):
        await guess_from_many_networks(client_at, 10)
        headers = [(b"cookie", f"device={forged}".encode())]
        body = {"login": DORA, "password": PASSWORD}
        response = await client_at("192.0.2.1").post("/login", json=body, headers=headers)
        assert response.status_code == 429


async def test_the_device_cookie_is_protected_and_contains_no_name(
    client_at: NetworkClient,
) -> None:
    response = await log_in(client_at("203.0.113.9"))
    (cookie,) = [
        value for value in response.headers.get_list("set-cookie") if value.startswith("device=")
    ]
    flags = cookie.lower()
    for flag in ("httponly", "samesite=lax", "path=/", f"max-age={400 * 86_400}"):
        assert flag in flags
    device = identity.read_device_token(response.cookies["device"])
    assert device is not None
    assert len(device.user_ids) == 1


async def test_a_signed_in_caller_is_counted_by_address_and_by_account(
    client_at: NetworkClient, cast: Cast
) -> None:
    first, second, other = [
        client_at(ip) for ip in ("198.51.100.1", "198.51.100.2", "198.51.100.1")
    ]
    await sign_in(first, cast.alice)
    await sign_in(second, cast.alice)
    await sign_in(other, cast.bob)
    assert await guess(first, 3) == [401] * 3
    assert await guess(other, 3) == [401] * 2 + [429]
    assert await guess(second, 3) == [401] * 2 + [429]
    assert await guess(client_at("198.51.100.2"), 4) == [401] * 3 + [429]


@pytest.mark.parametrize("login", [DORA, DORA_EMAIL, "unknown", "unknown@example.com"])
async def test_every_login_is_counted_and_answered_in_the_same_way(
    client_at: NetworkClient, ten_failures: None, login: str
) -> None:
    client = client_at("198.51.100.1")
    seen = []
    for minute in range(2):
        with clock.travel(timedelta(minutes=minute)):
            for _ in range(5):
                response = await log_in(client, login, "a guess")
                remaining = response.headers["x-ratelimit-remaining"]
                seen.append((response.status_code, response.json()["code"], remaining))
    expected = [(401, "invalid_credentials", str(left)) for left in (4, 3, 2, 1, 0)]
    assert seen == expected * 2
    for spelling in (login, f" {login.upper()} "):
        response = await log_in(client_at("192.0.2.1"), spelling)
        assert (response.status_code, response.json()["code"]) == (429, "rate_limited")


@pytest.mark.parametrize(("guessed", "other"), [(DORA, DORA_EMAIL), (DORA_EMAIL, DORA)])
async def test_the_limits_do_not_reveal_which_email_belongs_to_which_username(
    client_at: NetworkClient, ten_failures: None, guessed: str, other: str
) -> None:
    await guess_from_many_networks(client_at, 10, guessed)
    (status,) = await guess(client_at("192.0.2.1"), 1, guessed)
    response = await log_in(client_at("192.0.2.2"), other, "a guess")
    unrelated = await log_in(client_at("192.0.2.3"), "unknown", "a guess")
    assert (status, response.status_code) == (429, 401)
    names = [name for name in response.headers if name.startswith("x-ratelimit")]
    assert [response.headers[name] for name in names] == [unrelated.headers[n] for n in names]
    assert response.json()["detail"] == unrelated.json()["detail"]


async def test_invisible_characters_in_an_email_do_not_evade_the_limit(
    client_at: NetworkClient, ten_failures: None
) -> None:
    spellings = [f"dora@example\u200e{mark}.com" for mark in ("", "\u200f", "\u202a", "\ufeff")]
    for n in range(10):
        await guess(client_at(f"198.51.100.{n + 1}"), 1, spellings[n % 4])
    assert await log_in_and_get_status(client_at("192.0.2.1"), DORA_EMAIL) == 429


async def test_a_successful_login_is_no_failed_attempt(
    client_at: NetworkClient, ten_failures: None
) -> None:
    for n in range(12):
        assert await log_in_and_get_status(client_at(f"198.51.100.{n + 1}")) == 200


async def test_a_rejected_attempt_uses_up_no_other_limit(
    client_at: NetworkClient, ten_failures: None
) -> None:
    await guess_from_many_networks(client_at, 10)
    client = client_at("203.0.113.9")
    for _ in range(6):
        assert await log_in_and_get_status(client) == 429
    response = await log_in(client, "unknown", "a guess")
    assert (response.status_code, response.headers["x-ratelimit-remaining"]) == (401, "4")


async def test_a_password_change_is_limited_for_each_session(
    client_at: NetworkClient, cast: Cast
) -> None:
    thief, owner = client_at("198.51.100.1"), client_at("203.0.113.9")
    async with unit_of_work() as session:
        dora = await find_user_by_login(session, DORA)
        assert dora is not None
        actor = identity.build_actor(dora)
    await sign_in(thief, actor)
    await sign_in(owner, actor)
    wrong = {"current_password": "a guess", "password": "a loud harbour"}
    responses = [await thief.post("/settings/password", json=wrong) for _ in range(6)]
    assert [response.status_code for response in responses] == [422] * 5 + [429]
    assert [r.headers["x-ratelimit-remaining"] for r in responses] == ["4", "3", "2", "1", "0", "0"]
    # The attempts also count for unknown devices at the same address.
    assert await guess(client_at("198.51.100.1"), 1) == [429]
    right = {"current_password": PASSWORD, "password": "a loud harbour"}
    assert (await owner.post("/settings/password", json=right)).status_code == 200


async def test_login_limits_are_shared_by_processes(
    client_at: NetworkClient, xdist_worker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", flush_redis_and_get_url(xdist_worker))
    settings.cache_clear()
    redis.get_client.cache_clear()
    rate_limits.get_window.cache_clear()
    known = client_at("203.0.113.9")
    statuses = []
    for _ in range(6):
        rate_limits.get_window.cache_clear()  # as in another process with the same Redis
        statuses.append(await log_in_and_get_status(known))
    assert statuses == [200] * 5 + [429]
    statuses = []
    for _ in range(6):
        rate_limits.get_window.cache_clear()
        statuses += await guess(client_at("198.51.100.1"), 1)
    assert statuses == [401] * 5 + [429]


def test_a_device_token_remembers_a_limited_number_of_users(site: object) -> None:
    device = None
    for user_id in range(2**62, 2**62 + 15):
        device = login_limits.add_user_to_device(device, user_id)
    assert device is not None
    assert len(device.user_ids) == policies.MAX_USERS_PER_DEVICE
    assert device.user_ids[0] == 2**62 + 14
    assert identity.read_device_token(identity.build_device_token(device)) == device
