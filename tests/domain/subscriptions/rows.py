"""Rows of subscriptions and payments for tests of deleted and merged accounts."""

from datetime import timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.models import (
    BillingDetails,
    CreditBalance,
    CreditEntry,
    InvoiceDocument,
    Payment,
    PaymentMethod,
    PaymentMethodSetup,
    PlanVersion,
    PurchaseConsent,
    SubscriptionPlan,
    UserSubscription,
)


async def add_subscription(session: AsyncSession, user: Actor, giver: Actor) -> None:
    """Give a user a subscription with a card, billing details, credit and a payment, and a gift."""
    plan = SubscriptionPlan(name="Plus")
    session.add(plan)
    await session.flush()
    version = PlanVersion(plan_id=plan.id, price=500, currency="EUR", period="month")
    session.add(version)
    await session.flush()
    now = clock.now()
    paid: dict[str, Any] = {
        "plan_version_id": version.id,
        "status": "succeeded",
        "provider": "sandbox",
        "amount": 500,
        "currency": "EUR",
    }
    session.add_all(
        [
            PaymentMethod(user_id=user.id, provider="sandbox", reference="r", last4="4242"),
            PaymentMethodSetup(user_id=user.id, provider="sandbox"),
            CreditBalance(user_id=user.id, currency="EUR", amount=100),
            CreditEntry(user_id=user.id, currency="EUR", amount=100, kind="plan_change"),
            BillingDetails(user_id=user.id, name="Bob Ltd", address="1 Bob Street"),
            UserSubscription(
                user_id=user.id,
                plan_version_id=version.id,
                anchor_at=now,
                period_start=now,
                access_until=now + timedelta(days=30),
            ),
            PurchaseConsent(user_id=user.id, version="1", text="", language="en"),
            purchase := Payment(user_id=user.id, kind="purchase", **paid),
            Payment(user_id=giver.id, recipient_id=user.id, kind="gift", **paid),
        ]
    )
    session.add(
        InvoiceDocument(
            kind="invoice",
            year=now.year,
            number=user.id,
            payment_id=purchase.id,
            currency="EUR",
            net=500,
            vat=0,
            gross=500,
            vat_treatment="none",
            vat_rate=0,
            language="en",
        )
    )
