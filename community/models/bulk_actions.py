"""The tables of bulk actions."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db import columns


class BulkAction(SQLModel, table=True):
    """An action of an administrator on all records of a table that match. A job performs it."""

    __tablename__ = "bulk_actions"

    id: int = columns.pk()
    section_table: str = Field(max_length=60)
    action: str = Field(max_length=60)
    view: dict[str, str] = columns.json_column(dict)  # the parameters of the search and the filters
    # What else the administrator entered, for example the end of a ban
    options: dict[str, object] = columns.json_column(dict)
    reason: str = Field(default="", max_length=500)
    created_by_id: int | None = columns.nullable_fk("users.id")
    # The sign-in session in which the administrator confirmed the action
    session_id: int | None = Field(default=None, sa_type=columns.BigKey)
    # `running` and `undoing` while a job works, `stopped` if it ended before its end
    state: str = Field(default="running", max_length=8)
    # Why the job stopped. Empty if an administrator stopped it.
    stop_reason: str = Field(default="", max_length=500)
    # The id of the last record that the job has handled, as text
    position: str = Field(default="", max_length=36)
    # The largest id when the action began. Later records are not changed.
    last_id: str = Field(default="", max_length=36)
    total: int = Field(default=0, nullable=False)  # how many records matched at the beginning
    done: int = Field(default=0, nullable=False)  # how many records the action has changed
    # How many it has not changed, because the action on them was refused
    skipped: int = Field(default=0, nullable=False)
    undone: int = Field(default=0, nullable=False)  # how many of the changed records are restored
    reasons: dict[str, int] = columns.json_column(dict)  # how many records were skipped, by reason
    created_at: datetime = columns.timestamp()
    finished_at: datetime | None = columns.nullable_timestamp()
    # When an administrator closed the result.
    dismissed_at: datetime | None = columns.nullable_timestamp()
    undone_by_id: int | None = columns.nullable_fk("users.id")

    __table_args__ = (
        CheckConstraint(
            "state IN ('running', 'stopped', 'finished', 'undoing', 'undone')", name="state"
        ),
        Index("ix_bulk_actions_section_table", "section_table", "id"),
        Index("ix_bulk_actions_created_at", "created_at"),
    )


class BulkActionRecord(SQLModel, table=True):
    """A record that an action has changed, so that the action can be undone."""

    __tablename__ = "bulk_action_records"

    id: int = columns.pk()
    bulk_action_id: int = columns.fk("bulk_actions.id")
    record_id: str = Field(max_length=36)  # the id of the record, as text
    mark: str = Field(default="", max_length=40)  # what the undoing needs to know of the record

    __table_args__ = (Index("ix_bulk_action_records_bulk_action", "bulk_action_id", "id"),)
