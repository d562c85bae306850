"""Requests of Alice whose repetition `test_retries.py` tests, by the number of transactions."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlmodel import SQLModel, func, select

from community.core import clock, encryption
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity
from community.domain.subscriptions import credit
from community.gateways.payments.sandbox import setups as sandbox_setups
from community.models import (
    Comment,
    DataExport,
    PaymentMethod,
    PaymentMethodSetup,
    User,
    UserSession,
)
from community.workflows import payments as payment_workflow
from tests.cast import Cast
from tests.domain.actions import publish_post
from tests.domain.identity.actions import PASSWORD
from tests.workflows.payments.buyers import (
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


@dataclass(frozen=True)
class Call:
    """A request of Alice, and what must be true after it has run."""

    path: str
    body: Any
    check: Callable[[], Awaitable[None]]
    status: int = 200  # the status of its response
    # The status and the code if the request is run again after it had no response. None if the
    # response is then the same.
    done: tuple[int, str] | None = None
    at: timedelta = timedelta()  # when the request is sent, as a time from now


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


async def buy_plan_for_credit(cast: Cast) -> Call:
    plan = await sell(cast.olga)
    async with unit_of_work() as session:
        await credit.change_balance(session, cast.alice.id, "EUR", 2_000, "plan_change")

    async def check() -> None:
        async with read_session() as session:
            assert await credit.get_balance(session, cast.alice.id, "EUR") == 1_500
        assert (await get_subscription(cast.alice)).status == "active"

    return Call(
        "/subscriptions/payments", {"plan_id": plan.id}, check, status=201, done=(409, "conflict")
    )


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
    await payment_workflow.pay_at_sandbox(cast.alice, payment_id, card="authentication")

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
        started = await payment_workflow.start_setup(cast.alice)
    async with read_session() as session:
        setup = await session.get_one(PaymentMethodSetup, started.setup.id)
    await sandbox_setups.enter_card(setup.reference, "success")

    async def check() -> None:
        # The schedule continues a charge that was cut off.
        await payment_workflow.check_pending_payments()
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
        assert (await payment_workflow.renew_subscriptions()).declined == 1
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
    password_hash = await identity.hash_password(PASSWORD)
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.alice.id)
        user.password_hash = password_hash


async def count_rows(model: type[SQLModel]) -> int:
    async with read_session() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


Scenario = Callable[[Cast], Awaitable[Call]]
# How many transactions each route has. Those of the sandbox, which plays the provider, count too.
SEVERAL_TRANSACTIONS: dict[Scenario, int] = {
    buy_plan_for_credit: 1,
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
