"""Tests that a request that failed or was cut off can be repeated with its `Idempotency-Key`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from httpx import AsyncClient, Response
from sqlmodel import SQLModel, func, select

from community import payment_processing
from community.core import clock, encryption
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts
from community.models import (
    Comment,
    DataExport,
    PaymentMethod,
    PaymentMethodSetup,
    User,
    UserSession,
)
from community.payments import sandbox_setups
from tests.api.commit_faults import (
    ProcessKilled,
    count_commits,
    fail_transaction,
    kill_after_transaction,
)
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.accounts.actions import PASSWORD
from tests.domain.actions import publish_post
from tests.payment_processing.buyers import (
    SANDBOX,
    add_plan,
    buy,
    count_money_at_sandbox,
    get_subscription,
    list_payments,
    load_payment,
    sell,
    start,
)
from tests.stripe_server import open_stripe, sell_with_stripe

KEY = {"Idempotency-Key": "7c1c9a4e"}
AFTER_LOCK = timedelta(seconds=61)


@dataclass(frozen=True)
class Call:
    """A request of Alice, and what must be true after it has run.

    Attributes:
        status: The status of its response.
        done: The status and the code if the request is run again after it had no response. None if
            the response is then the same.
        at: When the request is sent, as a time from now.
    """

    path: str
    body: Any
    check: Callable[[], Awaitable[None]]
    status: int = 200
    done: tuple[int, str] | None = None
    at: timedelta = timedelta()


async def buy_plan(cast: Cast) -> Call:
    plan = await sell(cast.olga)

    async def check() -> None:
        [payment] = await list_payments()
        assert (payment.status, payment.reference != "") == ("pending", True)

    return Call("/subscriptions/payments", {"plan_id": plan.id}, check, status=201)


async def buy_another_plan(cast: Cast) -> Call:
    """Buy a plan while the payment for another one is unfinished."""
    await start(cast.alice, await sell(cast.olga))
    other = await add_plan(cast.olga, name="Pro", price=900)

    async def check() -> None:
        payments = [(payment.amount, payment.status) for payment in await list_payments()]
        assert payments == [(500, "canceled"), (900, "pending")]

    return Call("/subscriptions/payments", {"plan_id": other.id}, check, status=201)


async def give_plan(cast: Cast) -> Call:
    plan = await sell(cast.olga)
    body = {"plan_id": plan.id, "recipient_id": cast.bob.id, "message": "Enjoy"}

    async def check() -> None:
        [payment] = await list_payments()
        assert (payment.kind, payment.status) == ("gift", "pending")

    return Call("/subscriptions/payments", body, check, status=201)


async def confirm_payment(cast: Cast) -> Call:
    started = await start(cast.alice, await sell(cast.olga))
    payment = await load_payment(started.payment.id)
    await SANDBOX.pay(payment.reference, "success")

    async def check() -> None:
        assert (await load_payment(payment.id)).status == "succeeded"
        assert (await get_subscription(cast.alice)).status == "active"

    return Call("/subscriptions/payments/confirm", {"payment_id": str(payment.id)}, check)


async def cancel_payment(cast: Cast) -> Call:
    started = await start(cast.alice, await sell(cast.olga))

    async def check() -> None:
        assert [payment.status for payment in await list_payments()] == ["canceled"]

    return Call("/subscriptions/payments/cancel", {"payment_id": str(started.payment.id)}, check)


async def pay_at_sandbox(cast: Cast) -> Call:
    started = await start(cast.alice, await sell(cast.olga))

    async def check() -> None:
        assert await count_money_at_sandbox() == 500
        assert (await get_subscription(cast.alice)).status == "active"

    path = f"/subscriptions/payments/{started.payment.id}/sandbox"
    return Call(path, {"card": "success"}, check)


async def answer_bank_at_sandbox(cast: Cast) -> Call:
    started = await start(cast.alice, await sell(cast.olga))
    payment_id = started.payment.id
    await payment_processing.pay_at_sandbox(cast.alice, payment_id, card="authentication")

    async def check() -> None:
        assert await count_money_at_sandbox() == 500
        assert (await get_subscription(cast.alice)).status == "active"

    path = f"/subscriptions/payments/{payment_id}/sandbox"
    return Call(path, {"accepts": True}, check)


async def start_card(cast: Cast) -> Call:
    await buy(cast.alice, await sell(cast.olga))

    async def check() -> None:
        assert await count_rows(PaymentMethodSetup) == 1

    return Call("/subscriptions/cards", None, check, status=201)


async def confirm_card(cast: Cast) -> Call:
    """Enter another card after a renewal has failed, which charges the card."""
    at = await fail_renewal(cast)
    with clock.travel(at):
        started = await payment_processing.start_setup(cast.alice)
    async with read_session() as session:
        setup = await session.get_one(PaymentMethodSetup, started.setup.id)
    await sandbox_setups.enter_card(setup.reference, "success")

    async def check() -> None:
        # The schedule continues a charge that was cut off.
        await payment_processing.check_pending_payments()
        assert await count_money_at_sandbox() == 1_000
        assert (await get_subscription(cast.alice)).status == "active"

    return Call(f"/subscriptions/cards/{setup.id}/confirm", None, check, at=at)


async def pay_renewal(cast: Cast) -> Call:
    """Pay a failed renewal with the saved card, which the bank accepts now."""
    at = await fail_renewal(cast)
    async with unit_of_work() as session:
        [method] = await session.scalars(select(PaymentMethod))
        method.reference = encryption.encrypt("success", purpose="payment-method")

    async def check() -> None:
        assert await count_money_at_sandbox() == 1_000
        assert (await get_subscription(cast.alice)).status == "active"

    return Call("/subscriptions/pay", None, check, done=(409, "nothing_due"), at=at)


async def fail_renewal(cast: Cast) -> timedelta:
    """Let a renewal of Alice fail, and return when that was, as a time from now."""
    await buy(cast.alice, await sell(cast.olga), card="renewal_declined")
    at = (await get_subscription(cast.alice)).access_until - clock.now() - timedelta(hours=12)
    with clock.travel(at):
        assert (await payment_processing.renew_subscriptions()).declined == 1
    return at


async def write_comment(cast: Cast) -> Call:
    post = await publish_post(cast.bob)

    async def check() -> None:
        assert await count_rows(Comment) == 1

    return Call("/comments", {"post_id": post.id, "text": "Once"}, check, status=201)


async def request_export(cast: Cast) -> Call:
    """Confirm the identity with the password, and request an archive."""
    await set_password(cast)

    async def check() -> None:
        assert await count_rows(DataExport) == 1
        async with read_session() as session:
            [row] = await session.scalars(select(UserSession))
        assert row.confirmed_at is not None

    return Call("/account/export", {"password": PASSWORD}, check, status=202)


async def delete_account(cast: Cast) -> Call:
    """Confirm the identity with the password, and delete the account."""
    await set_password(cast)

    async def check() -> None:
        async with read_session() as session:
            [row] = await session.scalars(select(UserSession))
        assert row.revoked_at is not None

    return Call("/account/delete", {"password": PASSWORD, "content": "keep"}, check)


async def set_password(cast: Cast) -> None:
    password_hash = await accounts.hash_password(PASSWORD)
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.alice.id)
        user.password_hash = password_hash


async def count_rows(model: type[SQLModel]) -> int:
    async with read_session() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


Scenario = Callable[[Cast], Awaitable[Call]]
# How many transactions each route has. Those of the sandbox, which plays the provider, count too.
SEVERAL_TRANSACTIONS: dict[Scenario, int] = {
    buy_plan: 3,
    buy_another_plan: 6,
    give_plan: 3,
    confirm_payment: 2,
    cancel_payment: 2,
    pay_at_sandbox: 4,
    answer_bank_at_sandbox: 4,
    start_card: 3,
    confirm_card: 4,
    pay_renewal: 3,
}
ONE_TRANSACTION = (write_comment, request_export, delete_account)


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
    with clock.travel(call.at), count_commits() as counter:
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


async def test_another_plan_can_be_bought_when_the_unfinished_payment_has_ended(
    alice: AsyncClient, cast: Cast
) -> None:
    started = await start(cast.alice, await sell(cast.olga))
    await payment_processing.pay_at_sandbox(cast.alice, started.payment.id, card="slow")
    body = {"plan_id": (await add_plan(cast.olga, name="Pro", price=900)).id}
    refused = await alice.post("/subscriptions/payments", json=body, headers=KEY)
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_unfinished")
    assert refused.headers["retry-after"] == "30"
    with clock.travel(timedelta(seconds=30)):
        begun = await alice.post("/subscriptions/payments", json=body, headers=KEY)
    assert (begun.status_code, begun.json()["payment"]["kind"]) == (201, "upgrade")
