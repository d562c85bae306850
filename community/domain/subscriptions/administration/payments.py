"""Functions that read the payments of all users for administrators."""

from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import audit
from community.domain.jobs import outbox
from community.domain.people import find_user_summaries
from community.domain.subscriptions import policies
from community.domain.subscriptions.administration import schemas
from community.domain.subscriptions.checkout.consents import find_consent
from community.domain.subscriptions.invoices.queries import list_documents_of_payment
from community.domain.subscriptions.payments import refunds
from community.domain.subscriptions.payments.disputes import list_disputes
from community.domain.subscriptions.payments.failures import describe_failure
from community.domain.subscriptions.payments.journal import compute_balances
from community.domain.subscriptions.schemas import ConsentView, PlanSummary
from community.i18n import gettext as _
from community.models import (
    MoneyMovement,
    Payment,
    PaymentDispute,
    PlanVersion,
    ProviderEvent,
    SubscriptionPlan,
)

# The first messages of the provider that the side sheet shows.
MAX_SHOWN_EVENTS: Final = 100
STRIPE_DASHBOARD: Final = "https://dashboard.stripe.com"


async def get_payment(
    session: AsyncSession, actor: Actor, *, payment_id: UUID
) -> schemas.PaymentRecord:
    """Return a payment of any user with the messages of its provider and its journal."""
    policies.ensure_may_see_payments(actor)
    rows = await session.execute(
        select(Payment, SubscriptionPlan)
        .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(PlanVersion.plan_id))
        .where(col(Payment.id) == payment_id)
    )
    if (found := rows.one_or_none()) is None:
        raise NotFound(_("Payment not found"))
    payment, plan = found
    people = [payment.user_id or 0, payment.recipient_id or 0]
    users = await find_user_summaries(session, people)
    return schemas.PaymentRecord(
        **payment.model_dump(exclude={"failure", "user_id", "recipient_id"}),
        user=users.get(payment.user_id or 0),
        recipient=users.get(payment.recipient_id or 0),
        plan=PlanSummary(id=plan.id, name=plan.name),
        failure_code=payment.failure,
        failure=describe_failure(payment.failure),
        consent=await _load_consent(session, payment_id),
        refundable=await refunds.compute_refundable(session, payment),
        refunds=await _load_refunds(session, payment_id),
        disputes=[_to_dispute(row, payment) for row in await list_disputes(session, payment_id)],
        events=await _load_events(session, payment),
        movements=await _load_movements(session, payment_id),
        documents=await list_documents_of_payment(session, payment_id),
    )


async def replay_event(session: AsyncSession, actor: Actor, *, event_id: int) -> UUID:
    """Apply a message of a provider again with a job. Return the id of the payment."""
    policies.ensure_may_see_payments(actor)
    event = await session.get(ProviderEvent, event_id, with_for_update=True)
    if event is None:
        raise NotFound(_("Message not found"))
    payment_id: UUID | None = await session.scalar(
        select(Payment.id).where(
            Payment.provider == event.provider,
            Payment.reference == event.reference,
            Payment.reference != "",
        )
    )
    if payment_id is None:
        raise NotFound(_("Message not found"))
    event.applied_at, event.outcome = None, ""
    outbox.enqueue(session, "apply_payment_event", event_id=event.id)
    await audit.record(
        session,
        actor,
        "payment_event.replayed",
        target_kind="payment",
        target_name=str(payment_id),
    )
    return payment_id


async def load_balances(session: AsyncSession, actor: Actor) -> list[schemas.Balance]:
    """Return the sum of all movements of money for each provider and currency."""
    policies.ensure_may_see_payments(actor)
    balances = await compute_balances(session)
    return [
        schemas.Balance(provider=provider, amount=amount, currency=currency)
        for (provider, currency), amount in balances.items()
    ]


async def _load_consent(session: AsyncSession, payment_id: UUID) -> ConsentView | None:
    consent = await find_consent(session, payment_id)
    return ConsentView.model_validate(consent) if consent else None


async def _load_refunds(session: AsyncSession, payment_id: UUID) -> list[schemas.RefundView]:
    rows = await refunds.list_refunds(session, payment_id)
    ids = [row.requested_by_id or 0 for row in rows]
    users = await find_user_summaries(session, ids)
    return [
        schemas.RefundView(
            **row.model_dump(exclude={"failure", "requested_by_id", "payment_id"}),
            failure=refunds.describe_refund_failure(row.failure),
            requested_by=users.get(row.requested_by_id or 0),
        )
        for row in rows
    ]


def _to_dispute(row: PaymentDispute, payment: Payment) -> schemas.DisputeView:
    url = ""
    if payment.provider == "stripe":
        url = f"{STRIPE_DASHBOARD}/{'test/' if row.is_test else ''}disputes/{row.reference}"
    return schemas.DisputeView(**row.model_dump(), url=url)


async def _load_events(session: AsyncSession, payment: Payment) -> list[schemas.ProviderEventView]:
    if not payment.reference:
        return []
    rows = await session.scalars(
        select(ProviderEvent)
        .where(
            col(ProviderEvent.provider) == payment.provider,
            col(ProviderEvent.reference) == payment.reference,
        )
        .order_by(col(ProviderEvent.id))
        .limit(MAX_SHOWN_EVENTS)
    )
    return [schemas.ProviderEventView.model_validate(row) for row in rows]


async def _load_movements(
    session: AsyncSession, payment_id: UUID
) -> list[schemas.MoneyMovementView]:
    rows = await session.scalars(
        select(MoneyMovement)
        .where(col(MoneyMovement.payment_id) == payment_id)
        .order_by(col(MoneyMovement.id))
    )
    return [schemas.MoneyMovementView.model_validate(row) for row in rows]
