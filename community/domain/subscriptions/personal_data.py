"""What becomes of the subscriptions, the payments and the credit of a user.

The books keep the payments, what buyers have agreed to, and the changes of the credit, which then
name no user, and the invoices as they were issued.
"""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Clear, Delete, PersonalData, nothing
from community.domain.subscriptions import credit, statuses
from community.domain.subscriptions.payment_methods import enqueue_detachment
from community.domain.subscriptions.periods import changes, locking, next_period
from community.domain.subscriptions.statistics.updates import keep_churn
from community.i18n import noop
from community.models import (
    BillingDetails,
    CreditBalance,
    CreditEntry,
    InvoiceDocument,
    Payment,
    PaymentMethod,
    PaymentMethodSetup,
    PaymentRefund,
    PlanPriceChange,
    PlanVersion,
    PurchaseConsent,
    ReconciliationFinding,
    UserSubscription,
)


async def move_subscriptions(
    session: AsyncSession,
    *,
    source_id: int,
    target_id: int,
    limit: int | None = None,  # noqa: ARG001  # moves everything at once
) -> int:
    """Move everything at once, and return the number of subscriptions and payments.

    If both accounts have a live subscription, the paid one stays, or else the one with the longer
    access. What is left of the other one becomes credit.
    """
    for user_id in sorted((source_id, target_id)):
        await locking.lock_user(session, user_id)
    await _end_lesser_subscription(session, source_id, target_id)
    moved = await credit.move_credit(session, source_id=source_id, target_id=target_id)
    moved += await _move_billing_details(session, source_id, target_id)
    for column in (UserSubscription.user_id, PaymentMethod.user_id, Payment.recipient_id):
        moved += await _move(session, column, source_id, target_id)
    await _move(session, PurchaseConsent.user_id, source_id, target_id)
    is_open_purchase = statuses.is_unfinished & (col(Payment.kind) != "renewal")
    open_purchase = select(Payment.id).where(Payment.user_id == target_id, is_open_purchase)
    if await session.scalar(open_purchase.limit(1)) is None:
        return moved + await _move(session, Payment.user_id, source_id, target_id)
    # A user has one unfinished purchase. That of the closed account is canceled by the schedule,
    # or its money is returned.
    return moved + await _move(session, Payment.user_id, source_id, target_id, ~is_open_purchase)


async def _move(
    session: AsyncSession,
    column: Any,
    source_id: int,
    target_id: int,
    *conditions: ColumnElement[bool],
) -> int:
    result: Any = await session.execute(
        update(column.class_)
        .where(column == source_id, *conditions)
        .values({column: target_id})
        .execution_options(synchronize_session=False)
    )
    return int(result.rowcount)


async def _move_billing_details(session: AsyncSession, source_id: int, target_id: int) -> int:
    """Move the billing details, unless the other account has its own."""
    if await session.get(BillingDetails, target_id) is not None:
        return 0
    return await _move(session, BillingDetails.user_id, source_id, target_id)


async def _end_lesser_subscription(session: AsyncSession, source_id: int, target_id: int) -> None:
    found = [
        await locking.find_live_subscription(session, user_id) for user_id in (source_id, target_id)
    ]
    live = [subscription for subscription in found if subscription is not None]
    if len(live) < 2:
        return
    lesser = min(live, key=lambda item: (item.period_number > 0, next_period.get_paid_end(item)))
    version = await session.get_one(PlanVersion, lesser.plan_version_id)
    await changes.add_rest_to_credit(session, lesser, version, user_id=target_id)
    statuses.end_subscription(lesser, "expired")
    await session.flush()
    changes.record_change(session, lesser)


async def erase_subscriptions(
    session: AsyncSession,
    *,
    user_ids: Collection[int],
    limit: int | None = None,  # noqa: ARG001  # erases everything at once
) -> int:
    """Erase subscriptions and saved cards, and return their number.

    The statistics count paid subscriptions that were live as churn.
    """
    now = clock.now()
    await session.execute(
        update(UserSubscription)
        .where(col(UserSubscription.user_id).in_(user_ids), statuses.is_live)
        .values(status="revoked", ended_at=now, next_charge_at=None)
        .execution_options(synchronize_session=False)
    )
    await keep_churn(session, now, user_ids)
    methods = select(PaymentMethod).where(col(PaymentMethod.user_id).in_(user_ids))
    for method in await session.scalars(methods):
        enqueue_detachment(session, method, is_erased=True)
    count = 0
    for table in (UserSubscription, PaymentMethod):
        deleted: Any = await session.execute(
            delete(table)
            .where(col(table.user_id).in_(user_ids))
            .execution_options(synchronize_session=False)
        )
        count += deleted.rowcount
    return count


PERSONAL_DATA: Final = (
    PersonalData(
        UserSubscription.user_id,
        export=ExportPart(
            "subscriptions",
            noop("Your subscriptions"),
            key=UserSubscription.id,
            fields=(
                UserSubscription.status,
                UserSubscription.origin,
                UserSubscription.period_start,
                UserSubscription.access_until,
                UserSubscription.paid_until,
                UserSubscription.canceled_at,
                UserSubscription.cancel_reason,
                UserSubscription.created_at,
            ),
        ),
        merge=move_subscriptions,
        erase=erase_subscriptions,
    ),
    PersonalData(
        Payment.user_id,
        export=(
            ExportPart(
                "payments",
                noop("Your payments"),
                key=Payment.id,
                fields=(
                    Payment.id,
                    Payment.kind,
                    Payment.status,
                    Payment.provider,
                    Payment.amount,
                    Payment.currency,
                    Payment.refunded,
                    Payment.message,
                    Payment.created_at,
                    Payment.succeeded_at,
                ),
            ),
            ExportPart(
                "invoices",
                noop("Your invoices"),
                key=InvoiceDocument.id,
                fields=(
                    InvoiceDocument.kind,
                    InvoiceDocument.series,
                    InvoiceDocument.year,
                    InvoiceDocument.number,
                    InvoiceDocument.payment_id,
                    InvoiceDocument.issued_at,
                    InvoiceDocument.currency,
                    InvoiceDocument.net,
                    InvoiceDocument.vat,
                    InvoiceDocument.vat_rate,
                    InvoiceDocument.vat_treatment,
                    InvoiceDocument.gross,
                    InvoiceDocument.content,
                ),
                conditions=(col(InvoiceDocument.payment_id) == col(Payment.id),),
            ),
        ),
        merge=(move_subscriptions, "A second unfinished purchase stays until it ends."),
        erase=Clear(values={"message": ""}),
    ),
    PersonalData(
        Payment.recipient_id,
        export="Payments of others.",
        merge=move_subscriptions,
        erase=Clear(values={"message": ""}),
    ),
    PersonalData(
        CreditEntry.user_id,
        export=ExportPart(
            "credit",
            noop("Your credit"),
            key=CreditEntry.id,
            fields=(
                CreditEntry.kind,
                CreditEntry.amount,
                CreditEntry.currency,
                CreditEntry.payment_id,
                CreditEntry.created_at,
            ),
        ),
        merge=(move_subscriptions, "The books of both accounts show what moved."),
        erase=Clear(),
    ),
    PersonalData(
        CreditBalance.user_id,
        export="The sum of the changes of credit, which are included.",
        merge=(move_subscriptions, "The old balance is zero."),
        erase=Delete(),
    ),
    PersonalData(
        BillingDetails.user_id,
        export=ExportPart(
            "billing_details",
            noop("Your billing details"),
            key=BillingDetails.user_id,
            fields=(
                BillingDetails.name,
                BillingDetails.address,
                BillingDetails.country,
                BillingDetails.vat_id,
                BillingDetails.updated_at,
            ),
            is_single=True,
        ),
        merge=(move_subscriptions, "The target keeps its own."),
        erase=Delete(),
    ),
    PersonalData(
        PurchaseConsent.user_id,
        export=ExportPart(
            "purchase_consents",
            noop("What you have agreed to when you bought a plan"),
            key=PurchaseConsent.id,
            fields=(
                PurchaseConsent.payment_id,
                PurchaseConsent.version,
                PurchaseConsent.text,
                PurchaseConsent.language,
                PurchaseConsent.agreed_at,
            ),
        ),
        merge=move_subscriptions,
        erase=Clear(),
    ),
    PersonalData(
        PaymentMethod.user_id,
        export=ExportPart(
            "payment_methods",
            noop("Your saved cards"),
            key=PaymentMethod.id,
            fields=(
                PaymentMethod.provider,
                PaymentMethod.brand,
                PaymentMethod.last4,
                PaymentMethod.expires,
                PaymentMethod.created_at,
            ),
        ),
        merge=move_subscriptions,
        erase=erase_subscriptions,
    ),
    PersonalData(
        PaymentMethodSetup.user_id,
        export="How the saved cards, which are included, were saved.",
        merge="The same.",
        erase=Delete(),
    ),
    *nothing(
        UserSubscription.changed_by_id,
        PaymentRefund.requested_by_id,
        PlanPriceChange.created_by_id,
        ReconciliationFinding.explained_by_id,
        because="What the user did as an administrator.",
    ),
)
