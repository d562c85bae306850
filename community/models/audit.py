"""The table of the audit log."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, text
from sqlmodel import Field, SQLModel

from community.core.db.columns import JsonType, pk, timestamp


class AuditEntry(SQLModel, table=True):
    """An action of an administrator. A database trigger rejects updates and deletions.

    The entry has no foreign keys and contains the names at the time of the action, so that it does
    not change when its actor or target is renamed or deleted.
    """

    __tablename__ = "audit_entries"

    id: int = pk()
    # The administrator, or None if an operator ran a command on the server
    actor_id: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
    actor_name: str = Field(max_length=50)
    actor_slug: str = Field(default="", max_length=30)
    action: str = Field(max_length=60)
    target_kind: str = Field(default="", max_length=30)
    target_id: str = Field(default="", max_length=60)
    target_name: str = Field(default="", max_length=200)
    # The changed values before the action
    before: Any = Field(default=None, sa_type=JsonType, nullable=True)
    # The same values after the action
    after: Any = Field(default=None, sa_type=JsonType, nullable=True)
    reason: str = Field(default="", max_length=500)
    address: str = Field(default="", max_length=45)
    # What the search looks in: the names, ids, action and reason in lower case
    search_text: str = ""
    created_at: datetime = timestamp()

    __table_args__ = (
        Index("ix_audit_entries_actor", "actor_id", "id"),
        Index("ix_audit_entries_action", "action", "id"),
        Index("ix_audit_entries_target", "target_kind", "target_id", "id"),
        Index("ix_audit_entries_created_at", "created_at", "id"),
        Index(
            "ix_audit_entries_search",
            text("search_text gin_trgm_ops"),
            postgresql_using="gin",
        ).ddl_if(dialect="postgresql"),
    )
