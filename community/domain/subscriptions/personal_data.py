"""What the archive with the data of a user contains of their subscriptions and payments."""

from typing import Final

from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import (
    BillingDetails,
    CreditEntry,
    InvoiceDocument,
    Payment,
    PaymentMethod,
    PurchaseConsent,
    UserSubscription,
)

EXPORT_PARTS: Final = (
    ExportPart(
        "subscriptions",
        noop("Your subscriptions"),
        user=UserSubscription.user_id,
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
    ExportPart(
        "payments",
        noop("Your payments"),
        user=Payment.user_id,
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
        "credit",
        noop("Your credit"),
        user=CreditEntry.user_id,
        key=CreditEntry.id,
        fields=(
            CreditEntry.kind,
            CreditEntry.amount,
            CreditEntry.currency,
            CreditEntry.payment_id,
            CreditEntry.created_at,
        ),
    ),
    ExportPart(
        "invoices",
        noop("Your invoices"),
        user=Payment.user_id,
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
    ExportPart(
        "billing_details",
        noop("Your billing details"),
        user=BillingDetails.user_id,
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
    ExportPart(
        "purchase_consents",
        noop("What you have agreed to when you bought a plan"),
        user=PurchaseConsent.user_id,
        key=PurchaseConsent.id,
        fields=(
            PurchaseConsent.payment_id,
            PurchaseConsent.version,
            PurchaseConsent.text,
            PurchaseConsent.language,
            PurchaseConsent.agreed_at,
        ),
    ),
    ExportPart(
        "payment_methods",
        noop("Your saved cards"),
        user=PaymentMethod.user_id,
        key=PaymentMethod.id,
        fields=(
            PaymentMethod.provider,
            PaymentMethod.brand,
            PaymentMethod.last4,
            PaymentMethod.expires,
            PaymentMethod.created_at,
        ),
    ),
)
