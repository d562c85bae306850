"""Tables for settings, kinds of reactions and stored API responses."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from community.core.db import columns

# How long the server returns the stored response to a repeated request.
RESPONSE_RETENTION = timedelta(hours=24)


class SiteSetting(SQLModel, table=True):
    """The values of one section of the site settings. Secrets are encrypted."""

    __tablename__ = "site_settings"

    name: str = Field(max_length=60, primary_key=True)
    value: Any = Field(default=None, sa_type=columns.JsonType)
    # The number of the last change. Forms that show an earlier version are outdated.
    version: int = columns.counter()
    changed_at: datetime = columns.timestamp()
    changed_by_id: int | None = columns.nullable_fk("users.id")


class RetiredPaymentKeys(SQLModel, table=True):
    """Keys with which payments were made before they were replaced. They are never shown."""

    __tablename__ = "retired_payment_keys"

    id: int = columns.pk()
    provider: str = Field(max_length=20)
    # A keyed hash of the keys and of the address of the API, so that the same keys are stored once
    account: str = Field(max_length=64)
    settings: str  # the settings of the provider as JSON, encrypted
    retired_at: datetime = columns.timestamp()

    __table_args__ = (UniqueConstraint("provider", "account", name="uq_retired_payment_keys"),)


class ReactionKind(SQLModel, table=True):
    """A kind of reaction that users can choose.

    If `is_extended` is true, only users whose subscription plan includes the feature `reactions`
    can choose it.
    """

    __tablename__ = "reaction_kinds"

    code: str = Field(max_length=30, primary_key=True)
    emoji: str = Field(max_length=16)
    # The URL of the image that is shown instead of the emoji
    image: str | None = Field(default=None, max_length=500)
    image_id: UUID | None = None  # the id of the upload that contains the image
    name: str = Field(max_length=40)
    position: int = 0
    is_extended: bool = False
    # When an administrator turned off the kind. Users can no longer choose it.
    retired_at: datetime | None = columns.nullable_timestamp()


class IdempotencyRecord(SQLModel, table=True):
    """The stored response to a request with an Idempotency-Key.

    If the client repeats the request, the server returns the stored response.
    """

    __tablename__ = "idempotency_records"

    key: str = Field(max_length=64, primary_key=True, description="Digest of actor, route and key.")
    body_hash: str = Field(max_length=64)
    # The status of the response, or None while the request is running
    status_code: int | None = None
    # The response. It is encrypted with a key derived from the Idempotency-Key, because it can
    # contain a session cookie or a new token.
    encrypted_response: str = ""
    # When the request made its change, if it has only one transaction. This transaction also sets
    # the time.
    completed_at: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()

    __table_args__ = (Index("ix_idempotency_records_created_at", "created_at"),)
