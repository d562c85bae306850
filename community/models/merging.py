"""The table of merges of accounts."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db.columns import (
    BigKey,
    json_column,
    nullable_fk,
    nullable_timestamp,
    pk,
    timestamp,
)


class AccountMerge(SQLModel, table=True):
    """A merge of the account `source_id` into the account `target_id`."""

    __tablename__ = "account_merges"

    id: int = pk()
    source_id: int = Field(sa_type=BigKey, nullable=False)
    target_id: int = Field(sa_type=BigKey, nullable=False)
    # How many rows of each kind the merge has moved so far
    moved: dict[str, int] = json_column(dict)
    created_at: datetime = timestamp()
    created_by_id: int | None = nullable_fk("users.id")
    # When the last batch was moved. None while the job runs.
    finished_at: datetime | None = nullable_timestamp()

    __table_args__ = (
        CheckConstraint("source_id <> target_id", name="two_accounts"),
        Index("uq_account_merges_source", "source_id", unique=True),
        Index("ix_account_merges_target", "target_id"),
    )
