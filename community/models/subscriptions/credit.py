"""Tables for the credit of users: money that they have paid and not used."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db.columns import fk, nullable_fk, pk, timestamp


class CreditBalance(SQLModel, table=True):
    """The credit of a user in a currency. It is the sum of their `CreditEntry` rows."""

    __tablename__ = "credit_balances"

    user_id: int = fk("users.id", primary_key=True)
    currency: str = Field(primary_key=True, max_length=3)  # the ISO 4217 code
    amount: int = Field(default=0, nullable=False, sa_type=BigInteger)  # in minor units

    __table_args__ = (CheckConstraint("amount >= 0", name="amount"),)


class CreditEntry(SQLModel, table=True):
    """A change of the credit of a user. A database trigger keeps what it says."""

    __tablename__ = "credit_entries"

    id: int = pk()
    user_id: int | None = nullable_fk("users.id")  # None if the account was erased
    currency: str = Field(max_length=3)
    # `plan_change` (what was left of a plan), `used` (it paid a part of a price), `restored` (what
    # it had paid was returned), `withdrawn` (money that had become credit was returned) or `moved`
    # (two accounts were merged)
    kind: str = Field(max_length=12)
    # In minor units. Negative if the credit has become less.
    amount: int = Field(sa_type=BigInteger)
    # The payment that has used, restored or withdrawn the credit
    payment_id: UUID | None = Field(default=None, index=True)
    created_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint("amount <> 0", name="amount"),
        CheckConstraint(
            "kind IN ('plan_change', 'used', 'restored', 'withdrawn', 'moved')", name="kind"
        ),
        Index("ix_credit_entries_user", "user_id", "id"),
    )
