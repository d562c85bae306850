"""The table of sanctions against users."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.models.columns import (
    fk,
    nullable_fk,
    nullable_timestamp,
    partial_index,
    pk,
    timestamp,
)


class Sanction(SQLModel, table=True):
    """A ban of a user.

    `User.banned_at`, `banned_until` and `ban_reason` contain a copy of the sanction in force, so
    that authentication reads one row.

    Attributes:
        until: When the ban ends by itself. None if it does not.
        lifted_at: When an administrator ended the ban, or replaced it with another one.
    """

    __tablename__ = "sanctions"

    id: int = pk()
    user_id: int = fk("users.id")
    kind: str = Field(default="ban", max_length=10)
    reason: str = Field(max_length=500)
    until: datetime | None = nullable_timestamp()
    created_at: datetime = timestamp()
    created_by_id: int | None = nullable_fk("users.id")
    lifted_at: datetime | None = nullable_timestamp()
    lifted_by_id: int | None = nullable_fk("users.id")
    lift_reason: str = Field(default="", max_length=500)

    __table_args__ = (
        CheckConstraint("kind IN ('ban')", name="kind"),
        Index("ix_sanctions_user", "user_id", "id"),
        partial_index(
            "uq_sanctions_in_force", "user_id", "kind", where="lifted_at IS NULL", unique=True
        ),
    )
