"""The tables of background jobs: the outbox, and the history of finished runs."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from community.core.db.columns import counter, json_column, nullable_timestamp, pk, timestamp


class OutboxMessage(SQLModel, table=True):
    """A background job that waits or runs. The row is deleted when the job is finished."""

    __tablename__ = "outbox_messages"

    id: int = pk()
    name: str = Field(max_length=60)
    # The arguments of the job. A job with several steps stores the position of its next step in the
    # argument `after`.
    arguments: dict[str, Any] = json_column(dict)
    attempts: int = counter()  # how many times the job was dispatched to the job engine
    created_at: datetime = timestamp()
    # When the job is dispatched next. While a job runs, its heartbeats move this time to later. If
    # the heartbeats stop, the job is dispatched again.
    due_at: datetime = timestamp()
    # When a worker began the current attempt. None while the job waits.
    started_at: datetime | None = nullable_timestamp()
    # Why the last attempt failed, for administrators. Empty if none has failed.
    last_error: str = Field(default="", max_length=500, sa_column_kwargs={"server_default": ""})

    __table_args__ = (Index("ix_outbox_messages_due", "due_at", "id"),)


class JobRun(SQLModel, table=True):
    """A run of a job or of a scheduled job that has ended."""

    __tablename__ = "job_runs"

    id: int = pk()
    name: str = Field(max_length=60)
    # Whether the schedule started the job, instead of an entry of the outbox
    is_scheduled: bool = False
    attempts: int = 1
    started_at: datetime = timestamp()
    ended_at: datetime = timestamp()
    # Why the run failed, for administrators. Empty if it succeeded.
    error: str = Field(default="", max_length=500)

    __table_args__ = (Index("ix_job_runs_ended_at", "ended_at"),)
