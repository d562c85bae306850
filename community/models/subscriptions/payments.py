"""Tables for payments, and for what payment providers have reported about them."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint, false
from sqlmodel import Field, SQLModel

from community.core.db.columns import (
    fk,
    json_column,
    nullable_fk,
    nullable_timestamp,
    partial_index,
    pk,
    timestamp,
)


class PaymentMethod(SQLModel, table=True):
    """A card or wallet that a provider has saved, and with which subscriptions are renewed.

    Attributes:
        reference: The id at the provider, encrypted.
        customer: The id of the customer at the provider, encrypted. "" if it has none.
        brand: For example `visa`.
        last4: The last four digits.
        removed_at: When the user removed it. It is never charged afterwards.
    """

    __tablename__ = "payment_methods"

    id: int = pk()
    user_id: int | None = nullable_fk("users.id", index=True)
    provider: str = Field(max_length=20)
    reference: str = Field(max_length=600)
    customer: str = Field(default="", max_length=600)
    brand: str = Field(default="", max_length=30)
    last4: str = Field(default="", max_length=4)
    expires: str = Field(default="", max_length=7)
    created_at: datetime = timestamp()
    removed_at: datetime | None = nullable_timestamp()


class PaymentMethodSetup(SQLModel, table=True):
    """A card or wallet that a user saves without a payment, to replace the one that is charged.

    Attributes:
        status: `created` (the provider may not know it yet), `pending`, `succeeded`, `failed`,
            `canceled` or `expired`.
        reference: The id at the provider. "" until the provider has answered.
        failure: The code of the provider for the reason of the failure.
    """

    __tablename__ = "payment_method_setups"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: int = fk("users.id")
    provider: str = Field(max_length=20)
    status: str = Field(default="created", max_length=10)
    reference: str = Field(default="", max_length=120)
    failure: str = Field(default="", max_length=80)
    created_at: datetime = timestamp()
    ended_at: datetime | None = nullable_timestamp()

    __table_args__ = (
        CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'failed', 'canceled', 'expired')",
            name="status",
        ),
        partial_index(
            "uq_payment_method_setups_reference",
            "provider",
            "reference",
            where="reference <> ''",
            unique=True,
        ),
        # Two tabs or a double click make one setup.
        partial_index(
            "uq_payment_method_setups_unfinished",
            "user_id",
            where="status IN ('created', 'pending')",
            unique=True,
        ),
        Index("ix_payment_method_setups_user", "user_id", "created_at"),
    )


class Payment(SQLModel, table=True):
    """A payment for a period of a subscription. Rows are kept when the account is deleted.

    Attributes:
        user_id: The buyer.
        recipient_id: Who gets the plan, if it is a gift.
        message: What the buyer writes to the recipient of a gift.
        kind: `purchase`, `upgrade`, `gift` or `renewal`.
        status: `created` (the provider may not know it yet), `pending`, `succeeded`, `canceled`,
            `failed`, `expired` or `refunded`.
        amount: In minor units of the currency.
        credit: The part of the price that the credit of the buyer pays.
        restarts_period: Whether a new period begins with an upgrade. Otherwise the current one
            goes on.
        replaced: What the subscription was before an upgrade, which comes back if the whole amount
            is returned (`payments/restoring.py`). Empty until the upgrade has succeeded.
        taken_back: What the subscription was before the whole amount was returned, which comes back
            if the refund fails (`payments/failed_returns.py`).
        vat_treatment: How VAT applies: `none`, `inclusive`, `exclusive` or `reverse_charge`.
        vat_rate: In hundredths of a percent.
        vat: The VAT in the amount, in minor units.
        reference: The id at the provider. "" until the provider has answered.
        failure: The code of the provider for the reason of the failure.
        needs_action: Whether the buyer must confirm the payment with their bank.
        period_number: The number of the period that the payment pays. None until it has succeeded,
            unless it is a renewal, or an upgrade, which is priced for the rest of a period. None
            again if a renewal was returned before its period began.
        period_start: The start of the time that was paid. None until the payment has succeeded.
        period_end: The end of the time that was paid.
        refunded: How much of the amount was returned, in minor units.
        refund_due: What the site must return, in minor units, because the provider took the money
            and nothing was given for it.
        return_failures: How often the provider has not made this return.
        return_retry_at: When it is asked again. None before the first failure, and after the last.
    """

    __tablename__ = "payments"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: int | None = nullable_fk("users.id")
    recipient_id: int | None = nullable_fk("users.id", index=True)
    subscription_id: int | None = nullable_fk("user_subscriptions.id", index=True)
    plan_version_id: int = Field(
        foreign_key="plan_versions.id", ondelete="RESTRICT", index=True, sa_type=BigInteger
    )
    promo_code_id: int | None = nullable_fk("promo_codes.id", index=True)
    payment_method_id: int | None = nullable_fk("payment_methods.id")
    kind: str = Field(max_length=10)
    status: str = Field(default="created", max_length=10)
    provider: str = Field(max_length=20)
    reference: str = Field(default="", max_length=120)
    amount: int = Field(sa_type=BigInteger)
    credit: int = Field(default=0, nullable=False, sa_type=BigInteger)
    currency: str = Field(max_length=3)
    restarts_period: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    replaced: dict[str, Any] = json_column(dict)
    taken_back: dict[str, Any] = json_column(dict)
    vat_treatment: str = Field(
        default="none", max_length=14, sa_column_kwargs={"server_default": "none"}
    )
    vat_rate: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    vat: int = Field(
        default=0, nullable=False, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    message: str = Field(default="", max_length=300)
    failure: str = Field(default="", max_length=80)
    needs_action: bool = False
    period_number: int | None = None
    period_start: datetime | None = nullable_timestamp()
    period_end: datetime | None = nullable_timestamp()
    refunded: int = Field(default=0, nullable=False, sa_type=BigInteger)
    refund_due: int = Field(default=0, nullable=False, sa_type=BigInteger)
    return_failures: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": "0"}
    )
    return_retry_at: datetime | None = nullable_timestamp()
    created_at: datetime = timestamp()
    checked_at: datetime | None = nullable_timestamp()
    succeeded_at: datetime | None = nullable_timestamp()
    ended_at: datetime | None = nullable_timestamp()

    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("kind IN ('purchase', 'upgrade', 'gift', 'renewal')", name="kind"),
        CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'canceled', 'failed', 'expired', "
            "'refunded')",
            name="status",
        ),
        partial_index(
            "uq_payments_reference", "provider", "reference", where="reference <> ''", unique=True
        ),
        # Two tabs or a double click make one payment.
        partial_index(
            "uq_payments_unfinished",
            "user_id",
            where="status IN ('created', 'pending') AND kind <> 'renewal'",
            unique=True,
        ),
        # A period is renewed once, however many processes try.
        partial_index(
            "uq_payments_renewal",
            "subscription_id",
            "period_number",
            where="kind = 'renewal' AND status IN ('created', 'pending', 'succeeded', 'refunded')",
            unique=True,
        ),
        partial_index(
            "ix_payments_unfinished", "created_at", where="status IN ('created', 'pending')"
        ),
        partial_index("ix_payments_refund_due", "created_at", where="refund_due > 0"),
        Index("ix_payments_user", "user_id", "created_at"),
        Index("ix_payments_created_at", "created_at", "id"),
    )


class PurchaseConsent(SQLModel, table=True):
    """What a user has agreed to before they paid, or before a change of the plan without a payment.

    Attributes:
        payment_id: What they agreed to pay. None if there was nothing to pay.
        subscription_id: The subscription that changed without a payment.
        version: The hash of the text, its language, and the terms and privacy policy of the site.
        text: The text as it was shown, with amounts and dates.
        language: The language of the text.
    """

    __tablename__ = "purchase_consents"

    id: int = pk()
    user_id: int | None = nullable_fk("users.id", index=True)
    payment_id: UUID | None = Field(
        default=None, foreign_key="payments.id", ondelete="CASCADE", unique=True
    )
    subscription_id: int | None = nullable_fk("user_subscriptions.id", index=True)
    version: str = Field(max_length=64)
    text: str = Field(max_length=5_000)
    language: str = Field(max_length=10)
    agreed_at: datetime = timestamp()


class ProviderEvent(SQLModel, table=True):
    """A message of a provider about a payment, stored before anything is done about it.

    Attributes:
        event_id: The id that the provider gave to the message.
        reference: The id of the payment at the provider.
        content: The message without data about cards and people.
        applied_at: When the current state of the payment was asked for and applied.
        outcome: What the event has changed, or the reason why nothing was changed.
    """

    __tablename__ = "provider_events"

    id: int = pk()
    provider: str = Field(max_length=20)
    event_id: str = Field(max_length=120)
    kind: str = Field(max_length=80)
    reference: str = Field(default="", max_length=120)
    content: dict[str, Any] = json_column(dict)
    received_at: datetime = timestamp()
    applied_at: datetime | None = nullable_timestamp()
    outcome: str = Field(default="", max_length=300)

    __table_args__ = (
        UniqueConstraint("provider", "event_id"),
        Index("ix_provider_events_reference", "provider", "reference"),
        Index("ix_provider_events_received_at", "received_at", "id"),
    )


class MoneyMovement(SQLModel, table=True):
    """Money that a provider took or returned. A database trigger rejects updates and deletions.

    The sum of a provider's movements equals the sum at the provider.

    Attributes:
        kind: `charge`, `refund`, `refund_failed`, `dispute` or `dispute_won`.
        reference: The id of the movement at the provider.
        amount: In minor units. Negative if the money left the site.
    """

    __tablename__ = "money_movements"

    id: int = pk()
    payment_id: UUID = Field(index=True)
    provider: str = Field(max_length=20)
    kind: str = Field(max_length=20)
    reference: str = Field(max_length=120)
    amount: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)
    created_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint(
            "kind IN ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won')", name="kind"
        ),
        CheckConstraint(
            "(amount > 0) = (kind IN ('charge', 'refund_failed', 'dispute_won'))", name="sign"
        ),
        UniqueConstraint("provider", "kind", "reference"),
        Index("ix_money_movements_created_at", "created_at", "id"),
    )
