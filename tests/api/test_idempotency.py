"""Tests of the `Idempotency-Key` header: the server runs a repeated request only once."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from httpx import AsyncClient, Response
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import func, select

from community.api.http import idempotency
from community.api.http.idempotency import RecordedResponse
from community.core import clock, rate_limits
from community.core.db.sessions import call_before_commits, read_session, unit_of_work
from community.core.errors import Conflict
from community.models import IdempotencyRecord, OutboxMessage
from tests.api import notes
from tests.api.credentials import bearer_headers
from tests.cast import Cast

KEY = {"idempotency-key": "7c1c9a4e"}
MILK = {"text": "milk"}


async def count_created_notes() -> int:
    async with read_session() as session:
        return await session.scalar(select(func.count()).select_from(OutboxMessage)) or 0


async def list_stored_responses() -> list[IdempotencyRecord]:
    async with read_session() as session:
        return list(await session.scalars(select(IdempotencyRecord)))


def is_same_response(first: Response, second: Response) -> bool:
    return (first.status_code, first.content) == (second.status_code, second.content)


async def test_a_repeated_request_gets_the_stored_response(client: AsyncClient) -> None:
    first = await client.post("/notes", json=MILK, headers=KEY)
    second = await client.post("/notes", json=MILK, headers=KEY)
    assert first.status_code == 201
    assert is_same_response(first, second)
    assert second.headers["location"] == first.headers["location"]
    assert second.headers["idempotent-replayed"] == "true"
    assert "idempotent-replayed" not in first.headers
    assert second.headers["x-request-id"] != first.headers["x-request-id"]
    assert await count_created_notes() == 1


async def test_a_replayed_response_has_current_rate_limit_headers(
    client: AsyncClient,
) -> None:
    responses = [await client.post("/comments-like", headers=KEY) for _ in range(2)]
    await client.post("/comments-like")
    responses.append(await client.post("/comments-like", headers=KEY))
    assert [response.headers["x-ratelimit-limit"] for response in responses] == ["30"] * 3
    assert [response.headers["x-ratelimit-remaining"] for response in responses] == [
        "29",
        "29",
        "28",
    ]
    with clock.travel(timedelta(minutes=2)):
        later = await client.post("/comments-like", headers=KEY)
    assert later.headers["idempotent-replayed"] == "true"
    assert later.headers["x-ratelimit-remaining"] == "30"


async def test_a_repeated_request_without_an_idempotency_key_runs_twice(
    client: AsyncClient,
) -> None:
    for _ in range(2):
        await client.post("/notes", json=MILK)
    assert await count_created_notes() == 2
    assert await list_stored_responses() == []


async def test_an_idempotency_key_that_is_reused_with_another_body_is_rejected(
    client: AsyncClient,
) -> None:
    await client.post("/notes", json=MILK, headers=KEY)
    response = await client.post("/notes", json={"text": "beer"}, headers=KEY)
    assert (response.status_code, response.json()["code"]) == (422, "validation")
    assert list(response.json()["errors"]) == ["Idempotency-Key"]
    assert notes.created_texts == ["milk"]


async def test_an_idempotency_key_is_valid_for_one_caller_and_one_url(
    client: AsyncClient, cast: Cast
) -> None:
    alice, bob = await bearer_headers(cast.alice), await bearer_headers(cast.bob)
    for headers in ({}, alice, bob):
        assert (
            await client.post("/notes", json=MILK, headers={**KEY, **headers})
        ).status_code == 201
    assert (await client.post("/comments-like", json=MILK, headers=KEY)).status_code == 200
    assert await count_created_notes() == 3


async def test_client_errors_are_stored_and_replayed(client: AsyncClient) -> None:
    first = await client.post("/notes", json={"text": ""}, headers=KEY)
    second = await client.post("/notes", json={"text": ""}, headers=KEY)
    assert first.status_code == 422
    assert is_same_response(first, second)
    assert second.headers["idempotent-replayed"] == "true"


@pytest.mark.parametrize("path", ["/broken", "/away"])
async def test_server_errors_are_not_stored(client: AsyncClient, path: str) -> None:
    for _ in range(2):
        response = await client.post(path, headers=KEY)
        assert response.status_code >= 500
        assert "idempotent-replayed" not in response.headers
    assert await list_stored_responses() == []


async def test_a_request_over_the_rate_limit_writes_nothing(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    acquired_keys = []
    acquire_lock = idempotency.acquire_lock

    async def record_and_acquire_lock(
        session: AsyncSession, scoped_key: str, body_hash: str
    ) -> idempotency.IdempotencyLock | RecordedResponse:
        acquired_keys.append(scoped_key)
        return await acquire_lock(session, scoped_key, body_hash)

    monkeypatch.setattr(idempotency, "acquire_lock", record_and_acquire_lock)
    statuses = [
        (await client.post("/logout", headers={"Idempotency-Key": f"key-{n}"})).status_code
        for n in range(40)
    ]
    limit = rate_limits.PER_MINUTE["logout"]
    assert statuses == [204] * limit + [429] * (40 - limit)
    assert len(acquired_keys) == len(await list_stored_responses()) == limit


async def test_guests_can_use_a_limited_number_of_keys_in_an_hour(
    client: AsyncClient, cast: Cast
) -> None:
    limit = rate_limits.LIMITS["guest_idempotency_keys"].hits
    for n in range(limit):
        await client.post("/notes", json=MILK, headers={"Idempotency-Key": f"key-{n}"})
    response = await client.post("/notes", json=MILK, headers=KEY)
    assert response.status_code == 429
    assert response.json()["details"]["group"] == "idempotency_keys"
    assert len(await list_stored_responses()) == limit
    repeated = await client.post("/notes", json=MILK, headers={"Idempotency-Key": "key-0"})
    assert repeated.headers["idempotent-replayed"] == "true"
    assert (await client.post("/notes", json=MILK)).status_code == 201
    headers = KEY | await bearer_headers(cast.alice)
    assert (await client.post("/notes", json=MILK, headers=headers)).status_code == 201


async def test_a_response_that_is_too_large_is_not_stored(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "MAX_BODY_BYTES", 10)
    first = await client.post("/notes", json=MILK, headers=KEY)
    assert first.status_code == 201
    with clock.travel(timedelta(minutes=2)):
        second = await client.post("/notes", json=MILK, headers=KEY)
    assert (second.status_code, second.json()["code"]) == (409, "conflict")
    assert await count_created_notes() == 1
    (row,) = await list_stored_responses()
    assert row.encrypted_response == ""


async def test_a_stored_response_is_compressed(client: AsyncClient) -> None:
    response = RecordedResponse(200, [], b"<p>a paragraph</p>" * 10_000)
    async with unit_of_work() as session:
        lock = await idempotency.acquire_lock(session, "name", "body")
        assert isinstance(lock, idempotency.IdempotencyLock)
        await idempotency.store_response(session, lock, response)
    (row,) = await list_stored_responses()
    assert len(row.encrypted_response) < len(response.body) / 20
    async with read_session() as session:
        assert await idempotency.find_response(session, "name", "body") == response


async def test_rate_limited_responses_are_not_stored(client: AsyncClient) -> None:
    body = {"text": "x"}
    for _ in range(5):
        await client.post("/login-like", json=body)
    assert (await client.post("/login-like", json=body, headers=KEY)).status_code == 429
    with clock.travel(timedelta(minutes=1)):
        assert (await client.post("/login-like", json=body, headers=KEY)).status_code == 200


async def test_responses_of_unknown_routes_are_not_stored(client: AsyncClient) -> None:
    assert (await client.post("/no/where", headers=KEY)).status_code == 404
    assert await list_stored_responses() == []


async def test_a_replay_does_not_count_against_the_rate_limit(client: AsyncClient) -> None:
    for _ in range(10):
        response = await client.post("/login-like", json={"text": "x"}, headers=KEY)
        assert response.status_code == 200


async def test_an_idempotency_key_expires_after_a_day(client: AsyncClient) -> None:
    await client.post("/notes", json=MILK, headers=KEY)
    with clock.travel(timedelta(hours=24, seconds=1)):
        response = await client.post("/notes", json={"text": "beer"}, headers=KEY)
    assert response.status_code == 201
    assert notes.created_texts == ["milk", "beer"]


async def test_concurrent_requests_with_the_same_idempotency_key_run_once(
    client: AsyncClient,
) -> None:
    sent = [client.post("/notes", json=MILK, headers=KEY) for _ in range(20)]
    statuses = [response.status_code for response in await asyncio.gather(*sent)]
    assert set(statuses) <= {201, 409}
    assert 201 in statuses
    assert await count_created_notes() == 1


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ключ"])
async def test_an_idempotency_key_must_have_1_to_255_visible_characters(
    client: AsyncClient, key: str
) -> None:
    response = await client.post("/notes", json=MILK, headers=[(b"idempotency-key", key.encode())])
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["Idempotency-Key"]


async def test_stored_responses_are_encrypted_with_the_idempotency_key(client: AsyncClient) -> None:
    await client.post("/notes", json={"text": "secret recipe"}, headers=KEY)
    (row,) = await list_stored_responses()
    stored = f"{row.key} {row.body_hash} {row.encrypted_response}"
    assert "recipe" not in stored
    assert "7c1c9a4e" not in stored


@contextmanager
def simulate_crash_before_the_response_is_stored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def do_nothing(*_: object) -> None:
        return None

    with monkeypatch.context() as patched:
        patched.setattr(idempotency, "_finish_request", do_nothing)
        yield


async def test_a_request_that_crashed_before_committing_can_be_retried_after_a_minute(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with simulate_crash_before_the_response_is_stored(monkeypatch):
        # The transaction of this request writes nothing.
        await client.post("/comments-like", json=MILK, headers=KEY)
    response = await client.post("/comments-like", json=MILK, headers=KEY)
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    with clock.travel(timedelta(seconds=61)):
        response = await client.post("/comments-like", json=MILK, headers=KEY)
    assert response.status_code == 200


async def test_a_request_that_crashed_after_committing_is_never_run_again(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with simulate_crash_before_the_response_is_stored(monkeypatch):
        await client.post("/notes", json=MILK, headers=KEY)
    with clock.travel(timedelta(minutes=10)):
        response = await client.post("/notes", json=MILK, headers=KEY)
    assert response.status_code == 409
    assert "was completed" in response.json()["detail"]
    assert await count_created_notes() == 1


async def test_a_request_that_lost_its_idempotency_lock_to_a_retry_cannot_commit(db: None) -> None:
    async with unit_of_work() as session:
        expired = await idempotency.acquire_lock(session, "name", "body")
    assert isinstance(expired, idempotency.IdempotencyLock)
    with clock.travel(timedelta(seconds=61)):
        async with unit_of_work() as session:
            assert isinstance(
                await idempotency.acquire_lock(session, "name", "body"),
                idempotency.IdempotencyLock,
            )
    request = idempotency.KeyedRequest("name", "body", lock=expired)
    with pytest.raises(Conflict), call_before_commits(request.confirm_lock):
        async with unit_of_work() as session:
            session.add(OutboxMessage(name="too late"))
    assert await count_created_notes() == 0
