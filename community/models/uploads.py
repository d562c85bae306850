"""The tables of uploaded images and of the objects that show them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ColumnElement, Index, String, literal_column, text
from sqlmodel import Field, SQLModel

from community.core import ids
from community.core.db import columns
from community.models.people import User


class Upload(SQLModel, table=True):
    """An uploaded image, which is stored as several files of different widths.

    An uploaded video also has an image, which shows its first frame.
    """

    __tablename__ = "uploads"

    id: UUID = Field(default_factory=ids.new_uuid, primary_key=True)
    owner_id: int = columns.fk("users.id", index=True)
    # The name of the uploaded file
    name: str = Field(default="", max_length=255, sa_column_kwargs={"server_default": ""})
    alt: str = Field(default="", max_length=300)
    width: int
    height: int
    size: int = Field(description="Bytes of all variants and the video.")
    original_size: int = Field(default=0, description="Bytes of the uploaded file.")
    video_size: int = Field(
        default=0,
        description="Bytes of the video, or 0 for an image.",
        sa_column_kwargs={"server_default": "0"},
    )
    # Maps each requested width to the width, height and size in bytes of its file
    variants: dict[str, Any] = columns.json_column(dict)
    created_at: datetime = columns.timestamp()
    # When the first `UploadReference` was stored. It is None while there are none. Images without
    # references are deleted after a day.
    attached_at: datetime | None = columns.nullable_timestamp()
    # When the last reference was deleted.
    detached_at: datetime | None = columns.nullable_timestamp()
    # When the deletion of the image began. Some of its files may already be deleted, so no new
    # reference may be stored.
    purging_since: datetime | None = columns.nullable_timestamp()
    # When an administrator removed the image. Its files are deleted. The row remains while posts
    # and comments refer to it, so that a placeholder is shown in their place.
    removed_at: datetime | None = columns.nullable_timestamp()

    owner: User = columns.readonly_relationship("Upload.owner_id")

    __table_args__ = (
        columns.partial_index("ix_uploads_unattached", "created_at", where="attached_at IS NULL"),
        Index("ix_uploads_created", "created_at", "id"),
        Index("ix_uploads_size", "size", "id"),
        Index(
            "ix_uploads_search",
            text("lower(' ' || name || ' ' || alt) gin_trgm_ops"),
            postgresql_using="gin",
        ).ddl_if(dialect="postgresql"),
    )


class UploadReference(SQLModel, table=True):
    """The fact that an object, for example a post, shows an uploaded image."""

    __tablename__ = "upload_references"

    # The kind of the object, or of the part of it that shows the image
    kind: str = Field(max_length=20, primary_key=True)
    # The id of the post, comment, user or community. An action that deletes its row also deletes
    # the references, because there is no foreign key.
    object_id: int = Field(primary_key=True, sa_type=columns.BigKey)
    upload_id: UUID = Field(
        foreign_key="uploads.id", ondelete="CASCADE", primary_key=True, index=True
    )

    __table_args__ = (
        CheckConstraint(
            "kind IN ('post', 'post_draft', 'comment', 'user_avatar', 'user_header', "
            "'community_avatar', 'community_header', 'reaction', 'site_logo', 'site_icon', "
            "'advertisement')",
            name="kind",
        ),
    )


# The text in which the Admin Panel searches, with a space before each word. `ix_uploads_search` is
# an index of exactly this expression.
upload_search_text: ColumnElement[str] = literal_column(
    "lower(' ' || uploads.name || ' ' || uploads.alt)", String
)
