"""The table of merges of accounts."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db import columns


class AccountMerge(SQLModel, table=True):
    """A merge of the account `source_id` into the account `target_id`."""

    __tablename__ = "account_merges"

    id: int = columns.pk()
    source_id: int = Field(sa_type=columns.BigKey, nullable=False)
    target_id: int = Field(sa_type=columns.BigKey, nullable=False)
    # How many rows of each kind the merge has moved so far
    moved: dict[str, int] = columns.json_column(dict)
    created_at: datetime = columns.timestamp()
    created_by_id: int | None = columns.nullable_fk("users.id")
    # When the last batch was moved. None while the job runs.
    finished_at: datetime | None = columns.nullable_timestamp()

    __table_args__ = (
        CheckConstraint("source_id <> target_id", name="two_accounts"),
        Index("uq_account_merges_source", "source_id", unique=True),
        Index("ix_account_merges_target", "target_id"),
    )
