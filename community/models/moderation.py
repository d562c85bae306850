"""The tables of sanctions against users and of reports."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db import columns
from community.models.people import User


class Sanction(SQLModel, table=True):
    """A ban of a user.

    `User.banned_at`, `banned_until` and `ban_reason` contain a copy of the sanction in force, so
    that authentication reads one row.
    """

    __tablename__ = "sanctions"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id")
    kind: str = Field(default="ban", max_length=10)
    reason: str = Field(max_length=500)
    # When the ban ends by itself. None if it does not.
    until: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()
    created_by_id: int | None = columns.nullable_fk("users.id")
    # When an administrator ended the ban, or replaced it with another one
    lifted_at: datetime | None = columns.nullable_timestamp()
    lifted_by_id: int | None = columns.nullable_fk("users.id")
    lift_reason: str = Field(default="", max_length=500)

    __table_args__ = (
        CheckConstraint("kind IN ('ban')", name="kind"),
        Index("ix_sanctions_user", "user_id", "id"),
        columns.partial_index(
            "uq_sanctions_in_force", "user_id", "kind", where="lifted_at IS NULL", unique=True
        ),
    )


class ModerationReport(SQLModel, table=True):
    """A report of a user, a post, a comment, a private message or an advertisement.

    A user has at most one open report of an object.
    """

    __tablename__ = "reports"

    id: int = columns.pk()
    # None if the account of the reporter was deleted, or for a guest
    reporter_id: int | None = columns.nullable_fk("users.id", index=True)
    # The author of the reported object, or the reported user. None for an advertisement.
    user_id: int | None = columns.nullable_fk("users.id", on_delete="CASCADE")
    target_kind: str = Field(max_length=13)
    target_id: int = Field(sa_type=columns.BigKey)  # the id of the object of the kind `target_kind`
    # What identifies the object in lists, as it was at the time of the report
    excerpt: str = Field(default="", max_length=250)
    reason: str = Field(max_length=20)
    text: str = Field(default="", max_length=1000)
    state: str = Field(default="open", max_length=8)
    created_at: datetime = columns.timestamp()
    closed_at: datetime | None = columns.nullable_timestamp()
    closed_by_id: int | None = columns.nullable_fk("users.id")
    # What the administrator wrote who closed the report
    note: str = Field(default="", max_length=500)

    reporter: User | None = columns.readonly_relationship("ModerationReport.reporter_id")
    user: User | None = columns.readonly_relationship("ModerationReport.user_id")

    __table_args__ = (
        CheckConstraint(
            "target_kind IN ('user', 'post', 'comment', 'message', 'advertisement')",
            name="target_kind",
        ),
        CheckConstraint("state IN ('open', 'resolved', 'rejected')", name="state"),
        Index("ix_reports_user", "user_id", "id"),
        columns.partial_index(
            "ix_reports_open", "target_kind", "target_id", where="state = 'open'"
        ),
        columns.partial_index(
            "uq_reports_open",
            "reporter_id",
            "target_kind",
            "target_id",
            where="state = 'open'",
            unique=True,
        ),
    )


class ReportedMessage(SQLModel, table=True):
    """A copy of a reported private message, or of a message near it.

    Administrators cannot read chats. They see these copies, which do not change if a message is
    edited or deleted after the report.
    """

    __tablename__ = "report_messages"

    report_id: int = columns.fk("reports.id", primary_key=True)
    message_id: int = Field(sa_type=columns.BigKey, primary_key=True)
    author_id: int = columns.fk("users.id", index=True)
    text: str = Field(default="", nullable=False)
    files: list[str] = columns.json_column()  # the names of the pictures and files of the message
    created_at: datetime = columns.timestamp()  # when the message was sent
