"""The tables in which the sandbox, a payment provider for trying out, keeps its own data."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field, SQLModel

from community.core.db.columns import json_column, nullable_timestamp, timestamp


class SandboxPayment(SQLModel, table=True):
    """A payment as the sandbox knows it."""

    __tablename__ = "sandbox_payments"

    id: str = Field(primary_key=True, max_length=40)  # the id at the sandbox
    # Two requests with the same key create one payment
    idempotency_key: str = Field(max_length=80, unique=True)
    payment_id: str = Field(max_length=40)  # the id of the payment of the site
    amount: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)
    # The saved card that it charges, or that the buyer chose
    card: str = Field(default="", max_length=40)
    # `requires_payment`, `requires_action`, `processing`, `succeeded`, `canceled` or `failed`
    status: str = Field(default="requires_payment", max_length=20)
    failure: str = Field(default="", max_length=40)
    # The refunded amounts in minor units, by idempotency key
    refunds: dict[str, int] = json_column(dict)
    created_at: datetime = timestamp()
    # When a payment that is processed succeeds
    completes_at: datetime | None = nullable_timestamp()
    # When the buyer disputed the payment at their bank
    disputed_at: datetime | None = nullable_timestamp()


class SandboxSetup(SQLModel, table=True):
    """The saving of a card without a payment, as the sandbox knows it."""

    __tablename__ = "sandbox_setups"

    id: str = Field(primary_key=True, max_length=40)  # the id at the sandbox
    setup_id: str = Field(max_length=40, unique=True)  # the id of the setup of the site
    card: str = Field(default="", max_length=40)  # the card that the user entered
    # `requires_payment` (no card was entered yet), `requires_action`, `succeeded` or `failed`
    status: str = Field(default="requires_payment", max_length=20)
    failure: str = Field(default="", max_length=40)
    created_at: datetime = timestamp()
