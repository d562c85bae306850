"""HTTP routes with which administrators grant and revoke subscriptions."""

from typing import Annotated, Final
from uuid import UUID, uuid5

from fastapi import APIRouter, Header, Path, Query, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Id, Session, SignedIn, error_responses, rate_limit, require_section
from community.api.http.idempotency import resumable
from community.core.actor import Actor
from community.core.clock import UtcTime
from community.core.db.pagination import Page
from community.core.db.sessions import read_session
from community.core.money import MAX_AMOUNT, to_decimal
from community.core.text.csv_files import format_cell, format_csv
from community.domain import subscriptions
from community.domain.subscriptions.payments.refunds import RefundReason
from community.domain.subscriptions.reconciliation import ReconciliationReport
from community.workflows import payments

_CSV_COLUMNS: Final = [
    *("day", "plan", "provider", "currency", "subscribers", "monthly_revenue"),
    *subscriptions.statistics.EVENTS,
]

_PREFIX = f"{urls.ADMIN_API}/subscriptions"
_SECTION = require_section("user-subscriptions")

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION, rate_limit("writes")]
)

SubscriptionId = Annotated[Id, Path()]

PlanId = Annotated[Id | None, Query(description="Only this plan.")]
Provider = Annotated[str | None, Query(max_length=20, description="Only this payment provider.")]
Currency = Annotated[
    str | None,
    Query(max_length=3, description="The currency of the revenue, by default that with the most."),
]

payments_router = APIRouter(
    prefix=f"{urls.ADMIN_API}/payments",
    tags=["Admin Panel"],
    dependencies=[require_section("subscription-payments")],
)


class Grant(BaseModel):
    """A plan that a user gets without a payment until a time."""

    user_id: Id
    plan_id: Id
    until: UtcTime


class Extension(BaseModel):
    """By how many days the access is extended, or until when. One of them is needed."""

    days: Annotated[int | None, Field(ge=-1_000_000, le=1_000_000)] = None
    until: UtcTime | None = None
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


class Revocation(BaseModel):
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


@router.get("/statistics")
async def get_statistics(actor: SignedIn, session: Session) -> subscriptions.SubscriptionStatistics:
    """Return the number of live subscriptions, and the monthly recurring revenue."""
    return await subscriptions.load_statistics(session, actor)


@router.get("/statistics/report")
async def get_report(
    actor: SignedIn,
    session: Session,
    *,
    period: subscriptions.statistics.ReportPeriod = "30",
    plan: PlanId = None,
    provider: Provider = None,
    currency: Currency = None,
) -> subscriptions.statistics.SubscriptionReport:
    """Return revenue, subscribers, churn, trials and failed payments over the last days."""
    return await subscriptions.statistics.load_report(
        session, actor, period=period, plan_id=plan, provider=provider, currency=currency
    )


@router.get(
    "/statistics.csv",
    dependencies=[rate_limit("exports")],
    response_class=Response,
    responses={200: {"description": "The CSV file.", "content": {"text/csv": {}}}},
)
async def download_statistics(
    actor: SignedIn,
    session: Session,
    *,
    period: subscriptions.statistics.ReportPeriod = "30",
    plan: PlanId = None,
    provider: Provider = None,
) -> Response:
    """Download the numbers of each day, plan, provider and currency as CSV.

    Revenue is in whole units of the currency.
    """
    days = await subscriptions.statistics.list_days(
        session, actor, period=period, plan_id=plan, provider=provider
    )
    lines = [_CSV_COLUMNS, *map(_to_cells, days)]
    return Response(
        format_csv(lines),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="subscription-statistics.csv"',
            "Cache-Control": "private, no-store",
        },
    )


def _to_cells(day: subscriptions.statistics.SubscriptionDay) -> list[str]:
    """Return the texts of `_CSV_COLUMNS`. Numbers that were not counted are empty."""
    revenue = day.monthly_revenue
    return [
        day.day.isoformat(),
        format_cell(day.plan),
        day.provider,
        day.currency,
        format_cell(day.subscribers),
        "" if revenue is None else str(to_decimal(revenue, day.currency)),
        *(format_cell(getattr(day, name)) for name in subscriptions.statistics.EVENTS),
    ]


@router.get("/{subscription}")
async def get_subscription(
    subscription: SubscriptionId, actor: SignedIn, session: Session
) -> subscriptions.SubscriptionRecord:
    """Return a subscription of any user."""
    return await subscriptions.get_subscription(session, actor, subscription_id=subscription)


@write_router.post(
    "", status_code=201, responses=error_responses("not_found", "already_subscribed")
)
async def grant_plan(
    new: Grant, actor: SignedIn, session: Session, response: Response
) -> subscriptions.SubscriptionRecord:
    """Give a user a plan without a payment."""
    granted = await subscriptions.grant(session, actor, **new.model_dump())
    response.headers["Location"] = f"{_PREFIX}/{granted.id}"
    return await subscriptions.get_subscription(session, actor, subscription_id=granted.id)


@write_router.post(
    "/{subscription}/extend", responses=error_responses("not_found", "subscription_ended")
)
async def extend_subscription(
    subscription: SubscriptionId, extension: Extension, actor: SignedIn, session: Session
) -> subscriptions.SubscriptionRecord:
    """Extend the access of a live subscription. Its next charge moves by the same time."""
    await subscriptions.grants.extend(
        session, actor, subscription_id=subscription, **extension.model_dump()
    )
    return await subscriptions.get_subscription(session, actor, subscription_id=subscription)


@write_router.post("/{subscription}/revoke", responses=error_responses("not_found"))
async def revoke_subscription(
    subscription: SubscriptionId, revocation: Revocation, actor: SignedIn, session: Session
) -> subscriptions.SubscriptionRecord:
    """End a subscription at once. Idempotent. Money is not returned."""
    await subscriptions.revoke(
        session, actor, subscription_id=subscription, reason=revocation.reason
    )
    return await subscriptions.get_subscription(session, actor, subscription_id=subscription)


class NewRefund(BaseModel):
    """Money that is returned to the buyer."""

    amount: Annotated[
        int | None, Field(ge=1, le=MAX_AMOUNT, description="In minor units. Default: the rest.")
    ] = None
    reason: Annotated[RefundReason, Field(description="The buyer reads it in a mail.")]
    note: Annotated[str, Field(max_length=2_000, description="For administrators only.")] = ""


class Explanation(BaseModel):
    """Why the amounts of a movement differ."""

    note: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


@payments_router.get("/balances")
async def list_balances(actor: SignedIn, session: Session) -> Page[subscriptions.Balance]:
    """List what each provider took minus what it returned, in each currency."""
    return Page(items=await subscriptions.load_balances(session, actor))


@payments_router.get("/reconciliation")
async def get_reconciliation(actor: SignedIn, session: Session) -> ReconciliationReport:
    """Return the last comparison with each provider, and the differences that are left."""
    return await subscriptions.reconciliation.get_report(session, actor)


@payments_router.post(
    "/reconciliation/findings/{finding}/explain", dependencies=[rate_limit("writes")]
)
async def explain_finding(
    finding_id: Annotated[int, Path(alias="finding", gt=0, lt=2**63)],
    body: Explanation,
    actor: SignedIn,
    session: Session,
) -> ReconciliationReport:
    """Store why the amounts of a movement differ."""
    await subscriptions.reconciliation.explain_finding(
        session, actor, finding_id=finding_id, note=body.note
    )
    return await subscriptions.reconciliation.get_report(session, actor)


@payments_router.post("/events/{event}/replay", dependencies=[rate_limit("writes")])
async def replay_event(
    event_id: Annotated[int, Path(alias="event", gt=0, lt=2**63)],
    actor: SignedIn,
    session: Session,
) -> subscriptions.PaymentRecord:
    """Apply a message of the provider again, and return its payment."""
    payment_id = await subscriptions.replay_event(session, actor, event_id=event_id)
    return await subscriptions.get_payment(session, actor, payment_id=payment_id)


@payments_router.post(
    "/{payment}/refund",
    dependencies=[rate_limit("writes"), resumable],
    responses=error_responses("confirmation_required", "conflict"),
)
async def refund_payment(
    payment_id: Annotated[UUID, Path(alias="payment")],
    body: NewRefund,
    actor: SignedIn,
    idempotency_key: Annotated[str, Header(include_in_schema=False)] = "",
) -> subscriptions.PaymentRecord:
    """Refund a payment or a part of it. The response contains the payment.

    A repeated request with the same idempotency key refunds only once; without a key, this holds
    for ten minutes. The refund is `created` if the provider has not answered yet. It is then sent
    again every five minutes.
    """
    await payments.refund_payment(
        actor,
        payment_id=payment_id,
        amount=body.amount,
        reason=body.reason,
        note=body.note,
        refund_id=_make_refund_id(payment_id, actor, idempotency_key),
    )
    async with read_session() as session:
        return await subscriptions.get_payment(session, actor, payment_id=payment_id)


@payments_router.get("/{payment}")
async def get_payment(
    payment_id: Annotated[UUID, Path(alias="payment")], actor: SignedIn, session: Session
) -> subscriptions.PaymentRecord:
    """Return a payment with the messages of its provider and its journal."""
    return await subscriptions.get_payment(session, actor, payment_id=payment_id)


def _make_refund_id(payment_id: UUID, actor: Actor, key: str) -> UUID | None:
    """Return the id of the refund for an idempotency key, so that it is made once."""
    return uuid5(payment_id, f"{actor.id}:{key}") if key else None
