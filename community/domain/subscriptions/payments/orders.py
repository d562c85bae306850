"""What the providers must be asked for, and the payments that wait for their answer."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, errors
from community.domain import people, site
from community.domain.subscriptions import policies, statuses
from community.domain.subscriptions.payment_methods import find_customer, read_method
from community.domain.subscriptions.payments.failed_renewals import is_awaited, waits_for_bank
from community.domain.subscriptions.payments.schemas import Order
from community.gateways.payments import Charge, SavedMethod
from community.i18n import gettext as _
from community.models import (
    Payment,
    PaymentMethod,
    PaymentMethodSetup,
    PaymentRefund,
    PlanVersion,
    SubscriptionPlan,
)


async def build_order(
    session: AsyncSession,
    payment: Payment,
    plan: SubscriptionPlan,
    *,
    method: SavedMethod | None = None,
) -> Order:
    """Return what to ask the provider for."""
    user = await people.find_user(session, payment.user_id or 0)
    charge = Charge(
        payment_id=payment.id,
        amount=payment.amount,
        currency=payment.currency,
        description=await _describe(session, plan.name),
        email=user.email if user else "",
        method=method,
        saves_method=method is None and payment.kind != "gift",
        customer=await find_customer(session, payment.user_id, payment.provider),
        user_id=payment.user_id,
        return_url=urls.absolute(urls.payment(payment.id)),
        created_at=payment.created_at,
    )
    return Order(payment.id, payment.provider, payment.reference, charge)


@dataclass(frozen=True, slots=True)
class UnfinishedOrder:
    order: Order
    created_at: datetime
    # Whether it is older than its lifetime, so that it is canceled. A renewal that waits for the
    # bank is over when the subscription does not wait for it any more.
    is_over: bool


async def list_unfinished(
    session: AsyncSession,
    *,
    before: datetime,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> list[UnfinishedOrder]:
    """Return payments that are unfinished, or whose money must be returned, oldest first."""
    query = select_with_plan().where(statuses.is_unfinished | statuses.is_refund_due())
    batch = limit_to_batch(query, Payment, before=before, after=after, limit=limit)
    rows = (await session.execute(batch)).all()
    return [
        UnfinishedOrder(
            await _to_order(session, payment, plan),
            payment.created_at,
            is_over=await _is_over(session, payment),
        )
        for payment, plan in rows
    ]


async def load_order(session: AsyncSession, payment_id: UUID) -> Order:
    """Return what to ask the provider for."""
    rows = await session.execute(select_with_plan().where(Payment.id == payment_id))
    if (found := rows.one_or_none()) is None:
        raise errors.NotFound(_("Payment not found"))
    return await _to_order(session, found[0], found[1])


def select_with_plan() -> Any:
    return (
        select(Payment, SubscriptionPlan)
        .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
    )


def limit_to_batch(
    query: Select[Any],
    model: type[Payment | PaymentMethodSetup | PaymentRefund],
    *,
    before: datetime,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> Select[Any]:
    """Limit a query to the next batch, oldest first."""
    key = col(model.created_at), col(model.id)
    query = query.where(col(model.created_at) < before).order_by(*key).limit(limit)
    return query if after is None else query.where(tuple_(*key) > tuple_(*after))


async def _describe(session: AsyncSession, plan_name: str) -> str:
    site_name = (await site.get_site_view(session)).name
    return f"{site_name}: {plan_name}"[:120]


async def _is_over(session: AsyncSession, payment: Payment) -> bool:
    if waits_for_bank(payment):
        return not await is_awaited(session, payment)
    return payment.created_at < clock.now() - policies.PAYMENT_LIFETIME


async def _to_order(session: AsyncSession, payment: Payment, plan: SubscriptionPlan) -> Order:
    """Return the request with which the payment was created, so that it can be repeated."""
    row = None
    if payment.kind == "renewal" and payment.payment_method_id is not None:
        row = await session.get(PaymentMethod, payment.payment_method_id)
    return await build_order(session, payment, plan, method=read_method(row) if row else None)
