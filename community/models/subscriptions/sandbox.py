"""The tables in which the sandbox, a payment provider for trying out, keeps its own data."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlmodel import Field, SQLModel

from community.core.db.columns import json_column, nullable_timestamp, timestamp


class SandboxPayment(SQLModel, table=True):
    """A payment as the sandbox knows it.

    Attributes:
        id: The id at the sandbox.
        idempotency_key: Two requests with the same key create one payment.
        payment_id: The id of the payment of the site.
        card: The saved card that it charges, or that the buyer chose.
        status: `requires_payment`, `requires_action`, `processing`, `succeeded`, `canceled` or
            `failed`.
        completes_at: When a payment that is processed succeeds.
        refunds: The refunded amounts in minor units, by idempotency key.
        disputed_at: When the buyer disputed the payment at their bank.
    """

    __tablename__ = "sandbox_payments"

    id: str = Field(primary_key=True, max_length=40)
    idempotency_key: str = Field(max_length=80, unique=True)
    payment_id: str = Field(max_length=40)
    amount: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)
    card: str = Field(default="", max_length=40)
    status: str = Field(default="requires_payment", max_length=20)
    failure: str = Field(default="", max_length=40)
    refunds: dict[str, int] = json_column(dict)
    created_at: datetime = timestamp()
    completes_at: datetime | None = nullable_timestamp()
    disputed_at: datetime | None = nullable_timestamp()


class SandboxSetup(SQLModel, table=True):
    """The saving of a card without a payment, as the sandbox knows it.

    Attributes:
        id: The id at the sandbox.
        setup_id: The id of the setup of the site.
        card: The card that the user entered.
        status: `requires_payment` (no card was entered yet), `requires_action`, `succeeded` or
            `failed`.
    """

    __tablename__ = "sandbox_setups"

    id: str = Field(primary_key=True, max_length=40)
    setup_id: str = Field(max_length=40, unique=True)
    card: str = Field(default="", max_length=40)
    status: str = Field(default="requires_payment", max_length=20)
    failure: str = Field(default="", max_length=40)
    created_at: datetime = timestamp()
