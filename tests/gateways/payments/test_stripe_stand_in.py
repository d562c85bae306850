"""Tests of what the stand-in for Stripe refuses, as Stripe does."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import httpx
import pytest

from tests.stand_ins.stripe import StripeStandIn

INTENT = {"amount": "500", "currency": "eur"}


@pytest.fixture
async def client(stripe_server: StripeStandIn) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {stripe_server.secret_key}"}
    async with httpx.AsyncClient(base_url=stripe_server.url, headers=headers) as client:
        yield client


async def create(
    client: httpx.AsyncClient, changes: Mapping[str, str], **headers: str
) -> httpx.Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return await client.post("/v1/payment_intents", data={**INTENT, **changes}, headers=names)


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"amount": "5125", "currency": "kwd"}, "amount"),
        ({"return_url": "http://localhost/"}, "return_url"),
        ({"mandate": "mandate_1"}, "mandate"),
        ({"amount": "100000000"}, "amount"),
        ({"amount": "49"}, "amount"),
        ({"amount": "1.50"}, "amount"),
        ({"currency": "EUR"}, "currency"),
        ({"receipt_email": "nobody"}, "receipt_email"),
        ({"metadata[a[b]": "1"}, None),
        ({f"metadata[{'k' * 41}]": "1"}, None),
    ],
)
async def test_wrong_parameters_are_refused(
    client: httpx.AsyncClient, changes: Mapping[str, str], param: str | None
) -> None:
    answer = await create(client, changes)
    error = answer.json()["error"]
    assert (answer.status_code, error["type"]) == (400, "invalid_request_error")
    if param is not None:
        assert error["param"] == param


async def test_amounts_with_three_decimals_end_with_zero(client: httpx.AsyncClient) -> None:
    assert (await create(client, {"amount": "5120", "currency": "kwd"})).status_code == 200


@pytest.mark.parametrize(("length", "status"), [(255, 200), (256, 400)])
async def test_long_idempotency_keys_are_refused(
    client: httpx.AsyncClient, length: int, status: int
) -> None:
    assert (await create(client, {}, Idempotency_Key="k" * length)).status_code == status


@pytest.mark.parametrize(
    ("version", "status"),
    [("2024-06-20", 200), ("2025-03-31.basil", 200), ("2099-01-01", 400), ("newest", 400)],
)
async def test_unknown_versions_are_refused(
    client: httpx.AsyncClient, version: str, status: int
) -> None:
    assert (await create(client, {}, Stripe_Version=version)).status_code == status


async def test_a_key_whose_first_request_is_running_is_refused(
    client: httpx.AsyncClient, stripe_server: StripeStandIn
) -> None:
    stripe_server.may_answer = asyncio.Event()
    requests = {asyncio.create_task(create(client, {}, Idempotency_Key="key")) for _ in "ab"}
    refused, running = await asyncio.wait(requests, return_when=asyncio.FIRST_COMPLETED)
    stripe_server.may_answer.set()
    answer = refused.pop().result()
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "idempotency_key_in_use"
    created = await running.pop()
    again = await create(client, {}, Idempotency_Key="key")
    assert created.status_code == 200
    assert again.json()["id"] == created.json()["id"]


async def test_a_key_belongs_to_the_parameters_of_its_request(client: httpx.AsyncClient) -> None:
    await create(client, {}, Idempotency_Key="key")
    answer = await create(client, {"amount": "600"}, Idempotency_Key="key")
    assert (answer.status_code, answer.json()["error"]["type"]) == (400, "idempotency_error")
