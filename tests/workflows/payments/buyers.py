"""Actions of buyers and administrators for tests of payments with the sandbox."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site, subscriptions
from community.domain.subscriptions import PlanView, SubscriptionView
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.models import Mail, MoneyMovement, Payment, User, UserSubscription
from community.workflows import payments
from community.workflows.payments import StartedPayment
from tests.domain.actions import run

SANDBOX = SandboxGateway()
# The beginnings and ends of the subjects of mails.
SUBJECTS = {
    "receipt": ("Your receipt for", ""),
    "returned": ("Your payment was returned", ""),
    "partly returned": ("Part of your payment was returned", ""),
    "failed": ("", "could not be renewed"),
    "confirm": ("Confirm the renewal of", ""),
}


async def sell(admin: Actor, **values: Any) -> PlanView:
    """Switch the sandbox on, and put a plan on sale."""
    async with unit_of_work() as session:
        await site.update_settings(session, admin, site.PaymentSettings(provider="sandbox"))
    return await add_plan(admin, **values)


async def add_plan(admin: Actor, **values: Any) -> PlanView:
    terms: dict[str, Any] = {"name": "Plus", "price": 500, "currency": "EUR", "period": "month"}
    return await run(subscriptions.create_plan, admin, **{**terms, **values})


async def start(actor: Actor, plan: PlanView, **values: Any) -> StartedPayment:
    started = await payments.start_payment(actor, plan_id=plan.id, **values)
    assert started is not None
    return started


async def pay(actor: Actor, payment_id: UUID, card: str = "success") -> str:
    """Let the buyer pay at the sandbox, and return the state of the payment of the site."""
    payment = await load_payment(payment_id)
    await SANDBOX.pay(payment.reference, card)
    return (await payments.confirm_payment(actor, payment_id)).status


async def buy(actor: Actor, plan: PlanView, card: str = "success", **values: Any) -> Payment:
    """Buy a plan, and return the payment."""
    started = await start(actor, plan, **values)
    await pay(actor, started.payment.id, card)
    return await load_payment(started.payment.id)


async def find_subscription(actor: Actor) -> SubscriptionView | None:
    async with read_session() as session:
        return await subscriptions.find_subscription(session, actor)


async def get_subscription(actor: Actor) -> SubscriptionView:
    found = await find_subscription(actor)
    assert found is not None
    return found


async def load_payment(payment_id: UUID) -> Payment:
    async with read_session() as session:
        return await session.get_one(Payment, payment_id)


async def list_payments() -> list[Payment]:
    async with read_session() as session:
        return list(await session.scalars(select(Payment).order_by(col(Payment.created_at))))


async def list_subscriptions() -> list[UserSubscription]:
    async with read_session() as session:
        rows = select(UserSubscription).order_by(col(UserSubscription.id))
        return list(await session.scalars(rows))


async def list_movements() -> list[MoneyMovement]:
    async with read_session() as session:
        return list(await session.scalars(select(MoneyMovement).order_by(col(MoneyMovement.id))))


async def count_money_at_sandbox() -> int:
    """Return the sum of all movements that the sandbox knows."""
    movements = SANDBOX.list_movements(datetime(2000, 1, 1, tzinfo=UTC))
    return sum([movement.amount async for _, movement in movements])


async def count_payment_mails(actor: Actor) -> dict[str, int]:
    """Return how many mails of each kind of `SUBJECTS` a user has got."""
    async with read_session() as session:
        email = await session.scalar(select(User.email).where(User.id == actor.id))
        query = select(Mail.subject).where(Mail.kind == "payment", Mail.recipient == email)
        subjects = (await session.scalars(query)).all()
    return dict(Counter(get_mail_kind(subject) for subject in subjects))


def get_mail_kind(subject: str) -> str:
    for kind, (start_text, end_text) in SUBJECTS.items():
        if subject.startswith(start_text) and subject.endswith(end_text):
            return kind
    return subject
