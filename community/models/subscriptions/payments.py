"""Tables for payments, and for what payment providers have reported about them."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint, false
from sqlmodel import Field, SQLModel

from community.core.db import columns


class PaymentMethod(SQLModel, table=True):
    """A card or wallet that a provider has saved, and with which subscriptions are renewed."""

    __tablename__ = "payment_methods"

    id: int = columns.pk()
    user_id: int | None = columns.nullable_fk("users.id", index=True)
    provider: str = Field(max_length=20)
    reference: str = Field(max_length=600)  # the id at the provider, encrypted
    # The id of the customer at the provider, encrypted. "" if it has none.
    customer: str = Field(default="", max_length=600)
    brand: str = Field(default="", max_length=30)  # for example `visa`
    last4: str = Field(default="", max_length=4)  # the last four digits
    expires: str = Field(default="", max_length=7)
    created_at: datetime = columns.timestamp()
    # When the user removed it. It is never charged afterwards.
    removed_at: datetime | None = columns.nullable_timestamp()


class PaymentMethodSetup(SQLModel, table=True):
    """A card or wallet that a user saves without a payment, to replace the one that is charged."""

    __tablename__ = "payment_method_setups"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: int = columns.fk("users.id")
    provider: str = Field(max_length=20)
    # `created` (the provider may not know it yet), `pending`, `succeeded`, `failed`, `canceled` or
    # `expired`
    status: str = Field(default="created", max_length=10)
    # The id at the provider. "" until the provider has answered.
    reference: str = Field(default="", max_length=120)
    # The code of the provider for the reason of the failure
    failure: str = Field(default="", max_length=80)
    created_at: datetime = columns.timestamp()
    ended_at: datetime | None = columns.nullable_timestamp()

    __table_args__ = (
        CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'failed', 'canceled', 'expired')",
            name="status",
        ),
        columns.partial_index(
            "uq_payment_method_setups_reference",
            "provider",
            "reference",
            where="reference <> ''",
            unique=True,
        ),
        # Two tabs or a double click make one setup.
        columns.partial_index(
            "uq_payment_method_setups_unfinished",
            "user_id",
            where="status IN ('created', 'pending')",
            unique=True,
        ),
        Index("ix_payment_method_setups_user", "user_id", "created_at"),
    )


class Payment(SQLModel, table=True):
    """A payment for a period of a subscription. Rows are kept when the account is deleted."""

    __tablename__ = "payments"

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: int | None = columns.nullable_fk("users.id")  # the buyer
    # Who gets the plan, if it is a gift
    recipient_id: int | None = columns.nullable_fk("users.id", index=True)
    subscription_id: int | None = columns.nullable_fk("user_subscriptions.id", index=True)
    plan_version_id: int = Field(
        foreign_key="plan_versions.id", ondelete="RESTRICT", index=True, sa_type=BigInteger
    )
    promo_code_id: int | None = columns.nullable_fk("promo_codes.id", index=True)
    payment_method_id: int | None = columns.nullable_fk("payment_methods.id")
    kind: str = Field(max_length=10)  # `purchase`, `upgrade`, `gift` or `renewal`
    # `created` (the provider may not know it yet), `pending`, `succeeded`, `canceled`, `failed`,
    # `expired` or `refunded`
    status: str = Field(default="created", max_length=10)
    provider: str = Field(max_length=20)
    # The id at the provider. "" until the provider has answered.
    reference: str = Field(default="", max_length=120)
    amount: int = Field(sa_type=BigInteger)  # in minor units of the currency
    # The part of the price that the credit of the buyer pays
    credit: int = Field(default=0, nullable=False, sa_type=BigInteger)
    currency: str = Field(max_length=3)
    # Whether a new period begins with an upgrade. Otherwise the current one goes on.
    restarts_period: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    # What the subscription was before an upgrade, which comes back if the whole amount is returned
    # (`payments/plan_restoration.py`). Empty until the upgrade has succeeded.
    replaced: dict[str, Any] = columns.json_column(dict)
    # What the subscription was before the whole amount was returned, which comes back if the refund
    # fails (`payments/failed_returns.py`)
    taken_back: dict[str, Any] = columns.json_column(dict)
    # How VAT applies: `none`, `inclusive`, `exclusive` or `reverse_charge`
    vat_treatment: str = Field(
        default="none", max_length=14, sa_column_kwargs={"server_default": "none"}
    )
    # In hundredths of a percent
    vat_rate: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    # The VAT in the amount, in minor units
    vat: int = Field(
        default=0, nullable=False, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    # What the buyer writes to the recipient of a gift
    message: str = Field(default="", max_length=300)
    # The code of the provider for the reason of the failure
    failure: str = Field(default="", max_length=80)
    needs_action: bool = False  # whether the buyer must confirm the payment with their bank
    # The number of the period that the payment pays. None until it has succeeded, unless it is a
    # renewal, or an upgrade, which is priced for the rest of a period. None again if a renewal was
    # returned before its period began.
    period_number: int | None = None
    # The start of the time that was paid. None until the payment has succeeded.
    period_start: datetime | None = columns.nullable_timestamp()
    period_end: datetime | None = columns.nullable_timestamp()  # the end of the time that was paid
    # How much of the amount was returned, in minor units
    refunded: int = Field(default=0, nullable=False, sa_type=BigInteger)
    # What the site must return, in minor units, because the provider took the money and nothing was
    # given for it
    refund_due: int = Field(default=0, nullable=False, sa_type=BigInteger)
    # How often the provider has not made this return
    return_failures: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": "0"}
    )
    # When it is asked again. None before the first failure, and after the last.
    return_retry_at: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()
    checked_at: datetime | None = columns.nullable_timestamp()
    succeeded_at: datetime | None = columns.nullable_timestamp()
    ended_at: datetime | None = columns.nullable_timestamp()

    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("kind IN ('purchase', 'upgrade', 'gift', 'renewal')", name="kind"),
        CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'canceled', 'failed', 'expired', "
            "'refunded')",
            name="status",
        ),
        columns.partial_index(
            "uq_payments_reference", "provider", "reference", where="reference <> ''", unique=True
        ),
        # Two tabs or a double click make one payment.
        columns.partial_index(
            "uq_payments_unfinished",
            "user_id",
            where="status IN ('created', 'pending') AND kind <> 'renewal'",
            unique=True,
        ),
        # A period is renewed once, however many processes try.
        columns.partial_index(
            "uq_payments_renewal",
            "subscription_id",
            "period_number",
            where="kind = 'renewal' AND status IN ('created', 'pending', 'succeeded', 'refunded')",
            unique=True,
        ),
        columns.partial_index(
            "ix_payments_unfinished", "created_at", where="status IN ('created', 'pending')"
        ),
        columns.partial_index("ix_payments_refund_due", "created_at", where="refund_due > 0"),
        Index("ix_payments_user", "user_id", "created_at"),
        Index("ix_payments_created_at", "created_at", "id"),
    )


class PurchaseConsent(SQLModel, table=True):
    """What a user agreed to before they paid, or before they changed the plan without a payment."""

    __tablename__ = "purchase_consents"

    id: int = columns.pk()
    user_id: int | None = columns.nullable_fk("users.id", index=True)
    # What they agreed to pay. None if there was nothing to pay.
    payment_id: UUID | None = Field(
        default=None, foreign_key="payments.id", ondelete="CASCADE", unique=True
    )
    # The subscription that changed without a payment
    subscription_id: int | None = columns.nullable_fk("user_subscriptions.id", index=True)
    # The hash of the text, its language, and the terms and privacy policy of the site
    version: str = Field(max_length=64)
    text: str = Field(max_length=5_000)  # the text as it was shown, with amounts and dates
    language: str = Field(max_length=10)  # the language of the text
    agreed_at: datetime = columns.timestamp()


class ProviderEvent(SQLModel, table=True):
    """A message of a provider about a payment, stored before anything is done about it."""

    __tablename__ = "provider_events"

    id: int = columns.pk()
    provider: str = Field(max_length=20)
    event_id: str = Field(max_length=120)  # the id that the provider gave to the message
    kind: str = Field(max_length=80)
    reference: str = Field(default="", max_length=120)  # the id of the payment at the provider
    # The message without data about cards and people.
    content: dict[str, Any] = columns.json_column(dict)
    received_at: datetime = columns.timestamp()
    # When the current state of the payment was asked for and applied
    applied_at: datetime | None = columns.nullable_timestamp()
    # What the event has changed, or the reason why nothing was changed
    outcome: str = Field(default="", max_length=300)

    __table_args__ = (
        UniqueConstraint("provider", "event_id"),
        Index("ix_provider_events_reference", "provider", "reference"),
        Index("ix_provider_events_received_at", "received_at", "id"),
    )


class MoneyMovement(SQLModel, table=True):
    """Money that a provider took or returned. A database trigger rejects updates and deletions.

    The sum of a provider's movements equals the sum at the provider.
    """

    __tablename__ = "money_movements"

    id: int = columns.pk()
    payment_id: UUID = Field(index=True)
    provider: str = Field(max_length=20)
    # `charge`, `refund`, `refund_failed`, `dispute` or `dispute_won`
    kind: str = Field(max_length=20)
    reference: str = Field(max_length=120)  # the id of the movement at the provider
    amount: int = Field(sa_type=BigInteger)  # in minor units; negative if the money left the site
    currency: str = Field(max_length=3)
    created_at: datetime = columns.timestamp()

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
