"""Tables for site settings, background jobs and the stored responses to API requests."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from community.models.columns import (
    JsonType,
    counter,
    json_column,
    nullable_fk,
    nullable_timestamp,
    pk,
    timestamp,
)


class SiteSetting(SQLModel, table=True):
    """A site setting for which an administrator has replaced the default value."""

    __tablename__ = "site_settings"

    name: str = Field(max_length=60, primary_key=True)
    value: Any = Field(default=None, sa_type=JsonType)
    changed_at: datetime = timestamp()
    changed_by_id: int | None = nullable_fk("users.id")


class OutboxMessage(SQLModel, table=True):
    """A background job that waits or runs. The row is deleted when the job is finished.

    Attributes:
        arguments: The arguments of the job. A job with several steps stores the position of its
            next step in the argument `after`.
        attempts: How many times the job was dispatched to the job engine.
        due_at: When the job is dispatched next. While a job runs, its heartbeats move this time
            to later. If the heartbeats stop, the job is dispatched again.
    """

    __tablename__ = "outbox_messages"

    id: int = pk()
    name: str = Field(max_length=60)
    arguments: dict[str, Any] = json_column(dict)
    attempts: int = counter()
    created_at: datetime = timestamp()
    due_at: datetime = timestamp()

    __table_args__ = (Index("ix_outbox_messages_due", "due_at", "id"),)


class IdempotencyRecord(SQLModel, table=True):
    """The stored response to a request with an Idempotency-Key.

    If the client repeats the request, the server returns the stored response.

    Attributes:
        status_code: The status of the response, or None while the request is running.
        encrypted_response: The response. It is encrypted with a key derived from the
            Idempotency-Key, because it can contain a session cookie or a new token.
        completed_at: When the request made its change. The transaction that makes the change
            also sets this time.
    """

    __tablename__ = "idempotency_records"

    key: str = Field(max_length=64, primary_key=True, description="Digest of actor, route and key.")
    body_hash: str = Field(max_length=64)
    status_code: int | None = None
    encrypted_response: str = ""
    completed_at: datetime | None = nullable_timestamp()
    created_at: datetime = timestamp()

    __table_args__ = (Index("ix_idempotency_records_created_at", "created_at"),)
