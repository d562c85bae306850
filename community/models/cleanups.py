"""The table of clean-ups, with which administrators hide or delete everything a user wrote."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db import columns


class Cleanup(SQLModel, table=True):
    """A clean-up of the content of a user. Posts and comments that it hid have its id."""

    __tablename__ = "cleanups"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id")
    created_by_id: int | None = columns.nullable_fk("users.id")
    # Whether the content is deleted. Else posts are unpublished and comments held.
    is_deletion: bool = Field(nullable=False)
    # What the clean-up covers: `posts`, `comments`, `messages`, `profile`
    kinds: list[str] = columns.json_column()
    reason: str = Field(default="", max_length=500)
    # `running` and `undoing` while a job works, then `finished` and `undone`
    state: str = Field(default="running", max_length=8)
    step: int = Field(default=0, nullable=False)  # the number of the step that the job runs
    # The id of the last post, comment or message that the step has handled
    position: int = Field(default=0, sa_type=columns.BigKey, nullable=False)
    # How many posts, comments, messages and requests there were at the beginning
    total: int = Field(default=0, nullable=False)
    hidden: int = Field(default=0, nullable=False)
    # The texts that the clean-up replaced, and those that it wrote, by field
    profile: dict[str, list[str]] = columns.json_column(dict)
    pinned_ids: list[int] = columns.json_column()
    # The ban that the clean-up began.
    sanction_id: int | None = Field(default=None, sa_type=columns.BigKey)
    created_at: datetime = columns.timestamp()
    finished_at: datetime | None = columns.nullable_timestamp()
    undone_by_id: int | None = columns.nullable_fk("users.id")

    __table_args__ = (
        CheckConstraint("state IN ('running', 'finished', 'undoing', 'undone')", name="state"),
        Index("ix_cleanups_user", "user_id", "id"),
    )
