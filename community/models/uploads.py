"""Images that people uploaded."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from community.core import ids
from community.models.columns import json, made_at, maybe_at, ref


class Upload(SQLModel, table=True):
    """An image in its sizes. While nothing uses it (`attached_at`) it is removed after a day."""

    __tablename__ = "uploads"

    id: UUID = Field(default_factory=ids.new_uuid, primary_key=True)
    owner_id: int = ref("users.id", index=True)
    alt: str = Field(default="", max_length=300)
    width: int
    height: int
    size: int = Field(description="Bytes of all variants.")
    original_size: int = Field(default=0, description="Bytes of the file as it was sent.")
    variants: dict[str, Any] = json(dict)
    created_at: datetime = made_at()
    attached_at: datetime | None = maybe_at()
    released_at: datetime | None = maybe_at()

    __table_args__ = (
        Index(
            "ix_uploads_unattached",
            "created_at",
            sqlite_where=text("attached_at IS NULL"),
            postgresql_where=text("attached_at IS NULL"),
        ),
    )
