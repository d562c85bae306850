"""The table of archives with the personal data of users."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint
from sqlmodel import Field, SQLModel

from community.core import ids
from community.core.db.columns import counter, fk, nullable_timestamp, partial_index, timestamp


class DataExport(SQLModel, table=True):
    """The latest archive that a user requested. Its file is in the private storage."""

    __tablename__ = "data_exports"

    user_id: int = fk("users.id", primary_key=True)
    # The id of the file. Each request gets a new one.
    file_id: UUID = Field(default_factory=ids.new_uuid, unique=True)
    state: str = Field(default="preparing", max_length=10)
    attempts: int = counter()  # how often the job began to build the archive
    # Bytes of the file. None until it is stored.
    size: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
    requested_at: datetime = timestamp()
    # When the file is deleted. None until it is stored.
    expires_at: datetime | None = nullable_timestamp()

    __table_args__ = (
        CheckConstraint("state IN ('preparing', 'ready', 'failed', 'expired')", name="state"),
        CheckConstraint(
            "state <> 'ready' OR (size IS NOT NULL AND expires_at IS NOT NULL)", name="ready"
        ),
        partial_index("ix_data_exports_ready", "expires_at", where="state = 'ready'"),
    )
