"""The table of uploaded images."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from community.core import ids
from community.models.columns import fk, json_column, nullable_timestamp, timestamp


class Upload(SQLModel, table=True):
    """An uploaded image, which is stored as several files of different widths.

    Attributes:
        variants: Maps each requested width to the width, height and size in bytes of its file.
        attached_at: When content, such as a post, started to use the image. It is None while no
            content uses the image. Unused images are deleted after a day.
        detached_at: When the last content stopped using the image.
        purging_since: When the deletion of the image began. Some of its files may already be
            deleted, so no content may start to use the image.
    """

    __tablename__ = "uploads"

    id: UUID = Field(default_factory=ids.new_uuid, primary_key=True)
    owner_id: int = fk("users.id", index=True)
    alt: str = Field(default="", max_length=300)
    width: int
    height: int
    size: int = Field(description="Bytes of all variants.")
    original_size: int = Field(default=0, description="Bytes of the uploaded file.")
    variants: dict[str, Any] = json_column(dict)
    created_at: datetime = timestamp()
    attached_at: datetime | None = nullable_timestamp()
    detached_at: datetime | None = nullable_timestamp()
    purging_since: datetime | None = nullable_timestamp()

    __table_args__ = (
        Index(
            "ix_uploads_unattached",
            "created_at",
            sqlite_where=text("attached_at IS NULL"),
            postgresql_where=text("attached_at IS NULL"),
        ),
    )
