"""Tests that a request that failed or was cut off can be repeated with its `Idempotency-Key`."""

from datetime import timedelta
from typing import Any

import pytest
from httpx import AsyncClient, Response

from community.core import clock
from community.workflows import payments
from tests.api.commit_faults import (
    ProcessKilled,
    count_commits,
    fail_transaction,
    kill_after_transaction,
)
from tests.api.credentials import sign_in
from tests.api.keyed_calls import (
    ONE_TRANSACTION,
    SEVERAL_TRANSACTIONS,
    Call,
    Scenario,
    write_comment,
)
from tests.cast import Cast
from tests.stripe_server import open_stripe, sell_with_stripe
from tests.workflows.payments.buyers import add_plan, list_payments, load_payment, sell, start

KEY = {"Idempotency-Key": "7c1c9a4e"}
AFTER_LOCK = timedelta(seconds=61)


async def send(client: AsyncClient, call: Call) -> Response:
    return await client.post(call.path, json=call.body, headers=KEY)


@pytest.fixture
async def alice(client: AsyncClient, cast: Cast) -> AsyncClient:
    await sign_in(client, cast.alice)
    return client


def list_phases(*, first: int) -> list[Any]:
    return [
        pytest.param(scenario, number, id=f"{scenario.__name__}-{number}")
        for scenario, count in SEVERAL_TRANSACTIONS.items()
        for number in range(first, count + 1)
    ]


@pytest.mark.parametrize(
    ("scenario", "count"),
    [*SEVERAL_TRANSACTIONS.items(), *((scenario, 1) for scenario in ONE_TRANSACTION)],
)
async def test_the_number_of_transactions(
    alice: AsyncClient, cast: Cast, scenario: Scenario, count: int
) -> None:
    call = await scenario(cast)
    with clock.travel(call.at):
        with count_commits() as counter:
            response = await send(alice, call)
        assert response.status_code == call.status, response.text
        await call.check()
    assert counter.transactions == count


@pytest.mark.parametrize(("scenario", "number"), list_phases(first=1))
async def test_a_request_that_failed_in_any_transaction_can_be_repeated(
    alice: AsyncClient, cast: Cast, scenario: Scenario, number: int
) -> None:
    call = await scenario(cast)
    with clock.travel(call.at):
        with fail_transaction(number):
            response = await send(alice, call)
        assert response.status_code == 503, response.text
        response = await send(alice, call)
        assert response.status_code == call.status, response.text
        await call.check()
        replayed = await send(alice, call)
        assert replayed.headers["idempotent-replayed"] == "true"
        assert replayed.json() == response.json()


@pytest.mark.parametrize(("scenario", "number"), list_phases(first=0))
async def test_a_request_that_was_cut_off_after_any_transaction_can_be_repeated(
    alice: AsyncClient, cast: Cast, scenario: Scenario, number: int
) -> None:
    call = await scenario(cast)
    with clock.travel(call.at):
        with kill_after_transaction(number), pytest.raises(ProcessKilled):
            await send(alice, call)
        response = await send(alice, call)
        assert (response.status_code, response.json()["code"]) == (409, "conflict")
    with clock.travel(call.at + AFTER_LOCK):
        response = await send(alice, call)
        if call.done and number == SEVERAL_TRANSACTIONS[scenario]:
            assert (response.status_code, response.json()["code"]) == call.done
        else:
            assert response.status_code == call.status, response.text
        await call.check()


@pytest.mark.parametrize("scenario", ONE_TRANSACTION)
async def test_a_request_with_one_transaction_can_be_repeated_after_an_error(
    alice: AsyncClient, cast: Cast, scenario: Scenario
) -> None:
    call = await scenario(cast)
    with fail_transaction(1):
        assert (await send(alice, call)).status_code == 503
    response = await send(alice, call)
    assert response.status_code == call.status, response.text
    await call.check()


async def test_a_request_with_one_transaction_is_never_run_again_after_its_commit(
    alice: AsyncClient, cast: Cast
) -> None:
    call = await write_comment(cast)
    with kill_after_transaction(1), pytest.raises(ProcessKilled):
        await send(alice, call)
    for age in (timedelta(), AFTER_LOCK, timedelta(hours=23)):
        with clock.travel(age):
            response = await send(alice, call)
        assert (response.status_code, response.json()["code"]) == (409, "conflict")
        await call.check()


@pytest.mark.parametrize("minutes", [0, 2, 60, 23 * 60])
async def test_a_payment_can_be_begun_when_the_provider_answers_again(
    alice: AsyncClient, cast: Cast, minutes: int
) -> None:
    async with open_stripe() as provider:
        plan = await sell_with_stripe(cast.olga, provider)
        body = {"plan_id": plan.id}
        provider.is_down = True
        failed = await alice.post("/subscriptions/payments", json=body, headers=KEY)
        assert (failed.status_code, failed.json()["code"]) == (503, "unavailable")
        provider.is_down = False
        with clock.travel(timedelta(minutes=minutes)):
            begun = await alice.post("/subscriptions/payments", json=body, headers=KEY)
            assert begun.status_code == 201, begun.text
            again = await alice.post("/subscriptions/payments", json=body, headers=KEY)
            assert again.json() == begun.json()
        [payment] = await list_payments()
        assert str(payment.id) == begun.json()["payment"]["id"]
        assert len(provider.list_kind("payment_intent")) == 1


@pytest.mark.parametrize(
    ("path", "is_paid", "expected"),
    [
        ("/subscriptions/payments/confirm", True, "succeeded"),
        ("/subscriptions/payments/confirm", False, "pending"),
        ("/subscriptions/payments/cancel", False, "canceled"),
        ("/subscriptions/cards", True, "pending"),
    ],
)
async def test_a_request_can_be_repeated_when_the_provider_answers_again(
    alice: AsyncClient, cast: Cast, path: str, expected: str, *, is_paid: bool
) -> None:
    async with open_stripe() as provider:
        started = await start(cast.alice, await sell_with_stripe(cast.olga, provider))
        payment = await load_payment(started.payment.id)
        if is_paid:
            provider.pay(payment.reference, "pm_card_visa", return_url="http://localhost/")
        if path == "/subscriptions/cards":
            await payments.confirm_payment(cast.alice, payment.id)
        body = {"payment_id": str(payment.id)}
        provider.is_down = True
        failed = await alice.post(path, json=body, headers=KEY)
        assert (failed.status_code, failed.json()["code"]) == (503, "unavailable")
        provider.is_down = False
        done = await alice.post(path, json=body, headers=KEY)
        assert done.json().get("setup", done.json())["status"] == expected


async def test_another_plan_can_be_bought_when_the_unfinished_payment_has_ended(
    alice: AsyncClient, cast: Cast
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await payments.pay_at_sandbox(cast.alice, started.payment.id, card="slow")
    body = {"plan_id": (await add_plan(cast.olga, name="Pro", price=900)).id}
    refused = await alice.post("/subscriptions/payments", json=body, headers=KEY)
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_unfinished")
    assert refused.headers["retry-after"] == "30"
    with clock.travel(timedelta(seconds=30)):
        begun = await alice.post("/subscriptions/payments", json=body, headers=KEY)
    assert (begun.status_code, begun.json()["payment"]["kind"]) == (201, "upgrade")
