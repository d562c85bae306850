"""Tables for the invoices of the site, and for what buyers want them to contain."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from community.core.db.columns import fk, json_column, nullable_fk, partial_index, pk, timestamp


class BillingDetails(SQLModel, table=True):
    """What the next invoices of a user contain."""

    __tablename__ = "billing_details"

    user_id: int = fk("users.id", primary_key=True)
    # The name of the person or company. "" for the name of the user.
    name: str = Field(default="", max_length=120)
    address: str = Field(default="", max_length=500)
    country: str = Field(default="", max_length=2)  # the ISO 3166 code, or ""
    vat_id: str = Field(default="", max_length=20)  # without spaces, or ""
    updated_at: datetime = timestamp()


class InvoiceDocument(SQLModel, table=True):
    """An invoice or credit note. A database trigger rejects updates and deletions.

    The documents of a series are numbered from 1 in each year, without gaps. Amounts are in minor
    units of the currency, and negative in credit notes.
    """

    __tablename__ = "invoices"

    id: int = pk()
    kind: str = Field(max_length=11)  # `invoice` or `credit_note`
    series: str = Field(default="", max_length=12)  # what the numbers begin with
    year: int
    number: int
    payment_id: UUID = Field(index=True)
    # The movement of money for which the document was issued. None for the invoice of a payment
    # that succeeded.
    movement_id: int | None = nullable_fk("money_movements.id", on_delete="RESTRICT")
    # The invoice that a credit note corrects
    corrects_id: int | None = nullable_fk("invoices.id", on_delete="RESTRICT")
    currency: str = Field(max_length=3)
    net: int = Field(sa_type=BigInteger)
    vat: int = Field(sa_type=BigInteger)
    gross: int = Field(sa_type=BigInteger)
    # `none`, `inclusive`, `exclusive` or `reverse_charge`
    vat_treatment: str = Field(max_length=14)
    vat_rate: int  # in hundredths of a percent
    language: str = Field(max_length=5)
    # The seller, the buyer and the lines, as they were printed
    content: dict[str, Any] = json_column(dict)
    issued_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint("kind IN ('invoice', 'credit_note')", name="kind"),
        CheckConstraint("net + vat = gross", name="sum"),
        CheckConstraint("(gross < 0) = (kind = 'credit_note')", name="sign"),
        CheckConstraint("number > 0", name="number"),
        UniqueConstraint("series", "year", "number"),
        UniqueConstraint("movement_id"),
        partial_index(
            "uq_invoices_payment", "payment_id", where="movement_id IS NULL", unique=True
        ),
        Index("ix_invoices_issued_at", "issued_at", "id"),
    )
