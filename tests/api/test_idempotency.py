"""A request that is sent twice is done once."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from httpx import AsyncClient, Response
from sqlmodel import func, select

from community.api import answers, idempotency
from community.core import clock
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict
from community.models import OwedJob, StoredAnswer
from tests.api import notes
from tests.api.people import bearer
from tests.cast import Cast

KEY = {"idempotency-key": "7c1c9a4e"}
MILK = {"text": "milk"}


async def rows() -> int:
    async with reading() as session:
        return await session.scalar(select(func.count()).select_from(OwedJob)) or 0


async def stored() -> list[StoredAnswer]:
    async with reading() as session:
        return list(await session.scalars(select(StoredAnswer)))


def same(first: Response, second: Response) -> bool:
    return (first.status_code, first.content) == (second.status_code, second.content)


async def test_the_second_request_gets_the_first_answer(client: AsyncClient) -> None:
    first = await client.post("/notes", json=MILK, headers=KEY)
    second = await client.post("/notes", json=MILK, headers=KEY)
    assert first.status_code == 201
    assert same(first, second)
    assert second.headers["location"] == first.headers["location"]
    assert second.headers["idempotent-replayed"] == "true"
    assert "idempotent-replayed" not in first.headers
    assert second.headers["x-request-id"] != first.headers["x-request-id"]
    assert await rows() == 1


async def test_what_is_given_again_says_what_is_left_and_counts_no_more(
    client: AsyncClient,
) -> None:
    answers = [await client.post("/comments-like", headers=KEY) for _ in range(2)]
    await client.post("/comments-like")
    answers.append(await client.post("/comments-like", headers=KEY))
    assert [each.headers["x-ratelimit-limit"] for each in answers] == ["30"] * 3
    assert [each.headers["x-ratelimit-remaining"] for each in answers] == ["29", "29", "28"]
    with clock.moved(timedelta(minutes=2)):
        later = await client.post("/comments-like", headers=KEY)
    assert later.headers["idempotent-replayed"] == "true"
    assert later.headers["x-ratelimit-remaining"] == "30"


async def test_without_a_key_twice_is_twice(client: AsyncClient) -> None:
    for _ in range(2):
        await client.post("/notes", json=MILK)
    assert await rows() == 2
    assert await stored() == []


async def test_the_same_key_with_another_body_is_refused(client: AsyncClient) -> None:
    await client.post("/notes", json=MILK, headers=KEY)
    answer = await client.post("/notes", json={"text": "beer"}, headers=KEY)
    assert (answer.status_code, answer.json()["code"]) == (422, "validation")
    assert list(answer.json()["errors"]) == ["Idempotency-Key"]
    assert notes.written == ["milk"]


async def test_keys_of_others_and_of_other_addresses_are_other_keys(
    client: AsyncClient, cast: Cast
) -> None:
    alice, bob = await bearer(cast.alice), await bearer(cast.bob)
    for headers in ({}, alice, bob):
        assert (
            await client.post("/notes", json=MILK, headers={**KEY, **headers})
        ).status_code == 201
    assert (await client.post("/comments-like", json=MILK, headers=KEY)).status_code == 200
    assert await rows() == 3


async def test_a_refusal_is_an_answer_too(client: AsyncClient) -> None:
    first = await client.post("/notes", json={"text": ""}, headers=KEY)
    second = await client.post("/notes", json={"text": ""}, headers=KEY)
    assert first.status_code == 422
    assert same(first, second)
    assert second.headers["idempotent-replayed"] == "true"


@pytest.mark.parametrize("path", ["/broken", "/away"])
async def test_a_fault_of_ours_may_be_tried_again(client: AsyncClient, path: str) -> None:
    for _ in range(2):
        answer = await client.post(path, headers=KEY)
        assert answer.status_code >= 500
        assert "idempotent-replayed" not in answer.headers
    assert await stored() == []


async def test_being_too_early_is_not_remembered(client: AsyncClient) -> None:
    body = {"text": "x"}
    for _ in range(5):
        await client.post("/login-like", json=body)
    assert (await client.post("/login-like", json=body, headers=KEY)).status_code == 429
    with clock.moved(timedelta(minutes=1)):
        assert (await client.post("/login-like", json=body, headers=KEY)).status_code == 200


async def test_what_is_not_there_now_may_be_there_later(client: AsyncClient) -> None:
    assert (await client.post("/no/where", headers=KEY)).status_code == 404
    assert await stored() == []


async def test_a_replay_does_not_use_up_a_limit(client: AsyncClient) -> None:
    for _ in range(10):
        answer = await client.post("/login-like", json={"text": "x"}, headers=KEY)
        assert answer.status_code == 200


async def test_after_a_day_a_key_is_new(client: AsyncClient) -> None:
    await client.post("/notes", json=MILK, headers=KEY)
    with clock.moved(timedelta(hours=24, seconds=1)):
        answer = await client.post("/notes", json={"text": "beer"}, headers=KEY)
    assert answer.status_code == 201
    assert notes.written == ["milk", "beer"]


async def test_old_answers_are_swept_away(client: AsyncClient) -> None:
    await client.post("/notes", json=MILK, headers=KEY)
    with clock.moved(timedelta(hours=25)):
        await client.post("/notes", json=MILK, headers={"idempotency-key": "other"})
        assert len(await stored()) == 1


async def test_twenty_at_once_are_done_once(client: AsyncClient) -> None:
    sent = [client.post("/notes", json=MILK, headers=KEY) for _ in range(20)]
    statuses = [answer.status_code for answer in await asyncio.gather(*sent)]
    assert set(statuses) <= {201, 409}
    assert 201 in statuses
    assert await rows() == 1


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ключ"])
async def test_a_key_has_1_to_255_visible_characters(client: AsyncClient, key: str) -> None:
    answer = await client.post("/notes", json=MILK, headers=[(b"idempotency-key", key.encode())])
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["Idempotency-Key"]


async def test_what_is_stored_cannot_be_read_without_the_key(client: AsyncClient) -> None:
    await client.post("/notes", json={"text": "secret recipe"}, headers=KEY)
    (row,) = await stored()
    written = f"{row.key} {row.body_hash} {row.sealed}"
    assert "recipe" not in written
    assert "7c1c9a4e" not in written


# What happens to those who die on the way.


@contextmanager
def dying_before_the_answer_is_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def die(*_: object) -> None:
        return None

    with monkeypatch.context() as patched:
        patched.setattr(idempotency, "_end", die)
        yield


async def test_who_died_before_doing_anything_may_be_followed_after_a_minute(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dying_before_the_answer_is_kept(monkeypatch):
        await client.post("/comments-like", json=MILK, headers=KEY)  # writes nothing
    answer = await client.post("/comments-like", json=MILK, headers=KEY)
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    with clock.moved(timedelta(seconds=61)):
        answer = await client.post("/comments-like", json=MILK, headers=KEY)
    assert answer.status_code == 200


async def test_who_died_after_doing_it_is_never_followed(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dying_before_the_answer_is_kept(monkeypatch):
        await client.post("/notes", json=MILK, headers=KEY)
    with clock.moved(timedelta(minutes=10)):
        answer = await client.post("/notes", json=MILK, headers=KEY)
    assert answer.status_code == 409
    assert "was done" in answer.json()["detail"]
    assert await rows() == 1


async def test_who_was_given_up_and_lives_after_all_changes_nothing(db: None) -> None:
    async with unit_of_work() as session:
        slow = await answers.claim(session, "name", "body")
    assert isinstance(slow, answers.Claim)
    with clock.moved(timedelta(seconds=61)):
        async with unit_of_work() as session:
            assert isinstance(await answers.claim(session, "name", "body"), answers.Claim)
    token = idempotency._claim.set(slow)
    with pytest.raises(Conflict):
        async with unit_of_work() as session:
            session.add(OwedJob(name="too late"))
    idempotency._claim.reset(token)
    assert await rows() == 0
