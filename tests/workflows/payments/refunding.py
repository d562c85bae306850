"""What administrators do with refunds in tests."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.models import Payment, PaymentDispute, PaymentRefund
from community.workflows import payments


async def refund(actor: Actor, payment: Payment, amount: int | None = None, **values: Any) -> UUID:
    """Return money as an administrator who has just confirmed their identity."""
    return await payments.refund_payment(
        confirm(actor),
        payment_id=payment.id,
        amount=amount,
        **{"reason": "requested", **values},
    )


def confirm(actor: Actor) -> Actor:
    return replace(actor, session_id=actor.session_id or 1, confirmed_at=clock.now())


async def list_refunds() -> list[PaymentRefund]:
    async with read_session() as session:
        rows = select(PaymentRefund).order_by(col(PaymentRefund.created_at))
        return list(await session.scalars(rows))


async def list_disputes() -> list[PaymentDispute]:
    async with read_session() as session:
        return list(await session.scalars(select(PaymentDispute)))
