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
    """A site setting that an administrator has changed from its default."""

    __tablename__ = "site_settings"

    name: str = Field(max_length=60, primary_key=True)
    value: Any = Field(default=None, sa_type=JsonType)
    changed_at: datetime = timestamp()
    changed_by_id: int | None = nullable_fk("users.id")


class OutboxMessage(SQLModel, table=True):
    """A background job that is not finished. The row is deleted when the job is finished.

    Attributes:
        arguments: The arguments of the job. The argument `after` is the position at which its next
            step starts.
        attempts: How many times the job was dispatched to the job engine.
        due_at: When the job is dispatched next. Heartbeats of a running job move this time to
            later, so it is dispatched again only if they stop.
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
    """The response to a request with an Idempotency-Key. A repeated request returns it again.

    Attributes:
        status_code: The status of the response, or None while the request is running.
        encrypted_response: The response. It is encrypted with a key derived from the
            Idempotency-Key, because it can contain a session cookie or a new token.
        completed_at: When the change of the request was made. It is set in the transaction that
            makes the change.
    """

    __tablename__ = "idempotency_records"

    key: str = Field(max_length=64, primary_key=True, description="Digest of actor, route and key.")
    body_hash: str = Field(max_length=64)
    status_code: int | None = None
    encrypted_response: str = ""
    completed_at: datetime | None = nullable_timestamp()
    created_at: datetime = timestamp()

    __table_args__ = (Index("ix_idempotency_records_created_at", "created_at"),)
