from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import exists, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.db.pagination import DEFAULT_LIMIT, Page, decode_cursor, split_page
from community.core.errors import NotFound
from community.domain.subscriptions import schemas
from community.domain.subscriptions.payments.failures import describe_reason
from community.domain.subscriptions.payments.orders import select_with_plan
from community.i18n import gettext as _
from community.models import InvoiceDocument, Payment, PurchaseConsent, User, UserSubscription


async def find_own_payment(session: AsyncSession, actor: Actor, payment_id: UUID) -> Payment:
    payment = await session.get(Payment, payment_id)
    if payment is None or not actor.is_user(payment.user_id):
        raise NotFound(_("Payment not found"))
    return payment


async def get_own_payment(
    session: AsyncSession, actor: Actor, payment_id: UUID
) -> schemas.PaymentView:
    payment = await find_own_payment(session, actor, payment_id)
    rows = await session.execute(_select_views().where(Payment.id == payment_id))
    subscription = await _find_overdue_subscription(session, payment)
    return _to_view(rows.one(), subscription)


async def list_own_payments(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = DEFAULT_LIMIT
) -> Page[schemas.PaymentView]:
    """Return the payments of the actor, newest first."""
    query = (
        _select_views()
        .where(Payment.user_id == actor.id)
        .order_by(col(Payment.created_at).desc(), col(Payment.id).desc())
        .limit(limit + 1)
    )
    if (key := decode_cursor(cursor, datetime, UUID)) is not None:
        query = query.where(tuple_(col(Payment.created_at), col(Payment.id)) < tuple_(*key))
    rows = (await session.execute(query)).all()
    page, next_cursor = split_page(rows, limit, lambda row: (row[0].created_at, row[0].id))
    return Page[schemas.PaymentView](items=[_to_view(row) for row in page], next_cursor=next_cursor)


async def find_payment_summaries(
    session: AsyncSession, ids: Collection[UUID]
) -> dict[UUID, schemas.PaymentSummary]:
    if not ids:
        return {}
    rows = await session.execute(select_with_plan().where(col(Payment.id).in_(ids)))
    return {
        payment.id: schemas.PaymentSummary(
            **payment.model_dump(include={"id", "kind", "status"}), plan_name=plan.name
        )
        for payment, plan in rows
    }


def _select_views() -> Any:
    recipient = col(Payment.recipient_id) == col(User.id)
    return (
        select_with_plan()
        .add_columns(col(User.name), PurchaseConsent, _has_invoice())
        .outerjoin(User, recipient)
        .outerjoin(PurchaseConsent, col(PurchaseConsent.payment_id) == col(Payment.id))
    )


def _has_invoice() -> Any:
    return (
        exists()
        .where(col(InvoiceDocument.payment_id) == col(Payment.id))
        .where(col(InvoiceDocument.movement_id).is_(None))
    )


async def _find_overdue_subscription(
    session: AsyncSession, payment: Payment
) -> UserSubscription | None:
    if payment.kind != "renewal":
        return None
    subscription = await session.get(UserSubscription, payment.subscription_id or 0)
    if subscription is None or subscription.status != "past_due":
        return None
    is_next = payment.period_number == subscription.period_number + 1
    return subscription if is_next else None


def _to_view(row: Any, overdue: UserSubscription | None = None) -> schemas.PaymentView:
    payment, plan, recipient, consent, has_invoice = row
    return schemas.PaymentView(
        **payment.model_dump(
            include={"id", "kind", "status", "amount", "credit", "currency", "refunded", "provider"}
            | {"message", "needs_action", "created_at", "succeeded_at"}
        ),
        plan=schemas.PlanSummary(id=plan.id, name=plan.name),
        failure=describe_reason(payment.status, payment.failure),
        recipient=recipient or "",
        is_overdue=overdue is not None,
        access_until=overdue.access_until if overdue else None,
        consent=schemas.ConsentView.model_validate(consent) if consent else None,
        has_invoice=has_invoice,
    )
