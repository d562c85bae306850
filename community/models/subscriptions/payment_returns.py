"""Tables for refunds by administrators and for disputes by buyers."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from community.core.db.columns import nullable_fk, nullable_timestamp, partial_index, pk, timestamp


class PaymentRefund(SQLModel, table=True):
    """Money that an administrator returns to the buyer. Stored before the provider is asked."""

    __tablename__ = "payment_refunds"

    # Also the idempotency key at the provider
    id: UUID = Field(default_factory=uuid4, primary_key=True)
    payment_id: UUID = Field(foreign_key="payments.id", ondelete="RESTRICT", index=True)
    amount: int = Field(sa_type=BigInteger)  # in minor units of the currency of the payment
    reason: str = Field(max_length=30)  # the code of the reason, which the buyer gets to know
    # What the administrator wrote about it. The buyer does not see it.
    note: str = Field(default="", max_length=500)
    # `created` (the provider may not know it yet), `pending` (the provider has accepted it),
    # `succeeded` or `failed`. A refund that has succeeded can still fail.
    status: str = Field(default="created", max_length=10)
    # The id at the provider. "" until the provider has answered.
    reference: str = Field(default="", max_length=120)
    # The code of the provider for the reason of the failure
    failure: str = Field(default="", max_length=80)
    requested_by_id: int | None = nullable_fk("users.id")
    created_at: datetime = timestamp()
    ended_at: datetime | None = nullable_timestamp()  # when it succeeded or failed

    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("status IN ('created', 'pending', 'succeeded', 'failed')", name="status"),
        partial_index(
            "ix_payment_refunds_unfinished", "created_at", where="status IN ('created', 'pending')"
        ),
    )


class PaymentDispute(SQLModel, table=True):
    """A payment that the buyer disputes at their bank, as the provider has reported it last."""

    __tablename__ = "payment_disputes"

    id: int = pk()
    payment_id: UUID = Field(foreign_key="payments.id", ondelete="RESTRICT", index=True)
    provider: str = Field(max_length=20)
    reference: str = Field(max_length=120)  # the id at the provider
    # `needs_response`, `under_review`, `won`, `lost` or `closed`
    status: str = Field(max_length=20)
    reason: str = Field(max_length=40)  # the code of the provider for the reason
    amount: int = Field(sa_type=BigInteger)  # in minor units
    currency: str = Field(max_length=3)
    due_by: datetime | None = nullable_timestamp()  # until when the site can answer
    is_test: bool = False  # whether the account at the provider is in test mode
    opened_at: datetime = timestamp()
    changed_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint(
            "status IN ('needs_response', 'under_review', 'won', 'lost', 'closed')", name="status"
        ),
        UniqueConstraint("provider", "reference"),
        Index("ix_payment_disputes_status", "status", "due_by"),
    )
