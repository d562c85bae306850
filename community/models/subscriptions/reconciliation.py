"""Tables for the comparison of the journal of money with the payment providers."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from community.core.db.columns import nullable_fk, nullable_timestamp, partial_index, pk, timestamp


class ReconciliationRun(SQLModel, table=True):
    """One comparison of the journal with a provider."""

    __tablename__ = "reconciliation_runs"

    id: int = pk()
    provider: str = Field(max_length=20)
    since: datetime = timestamp()  # movements before this time were left out
    started_at: datetime = timestamp()
    # None while it runs, or if the process was stopped
    finished_at: datetime | None = nullable_timestamp()
    compared: int = Field(default=0, nullable=False)  # how many movements the provider has named
    # How many payments of the site were out of date
    applied: int = Field(default=0, nullable=False)
    unexplained: int = Field(default=0, nullable=False)  # how many differences were left
    # The code of the provider if it did not answer, or ""
    failure: str = Field(default="", max_length=80)

    __table_args__ = (Index("ix_reconciliation_runs_provider", "provider", "id"),)


class ReconciliationFinding(SQLModel, table=True):
    """A movement of money whose amounts in the journal and at the provider differ."""

    __tablename__ = "reconciliation_findings"

    id: int = pk()
    provider: str = Field(max_length=20)
    # The kind of the movement, `unreachable` if the provider could not be asked, or `late_return`
    # if it has not returned money for which nothing was given
    kind: str = Field(max_length=20)
    reference: str = Field(default="", max_length=120)  # the id of the movement at the provider
    # The id of its payment at the provider
    payment_reference: str = Field(default="", max_length=120)
    # The payment of the site, or None if the site has none
    payment_id: UUID | None = Field(default=None)
    # In minor units. None if the journal does not have the movement.
    journal_amount: int | None = Field(default=None, sa_type=BigInteger)
    # In minor units. None if the provider does not have the movement.
    provider_amount: int | None = Field(default=None, sa_type=BigInteger)
    currency: str = Field(default="", max_length=3)
    first_seen_at: datetime = timestamp()
    last_seen_at: datetime = timestamp()
    resolved_at: datetime | None = nullable_timestamp()  # when the amounts were the same again
    # When an administrator wrote why they differ
    explained_at: datetime | None = nullable_timestamp()
    explained_by_id: int | None = nullable_fk("users.id")
    note: str = Field(default="", max_length=500)

    __table_args__ = (
        UniqueConstraint("provider", "kind", "reference"),
        partial_index(
            "ix_reconciliation_findings_open", "last_seen_at", where="resolved_at IS NULL"
        ),
    )
