"""What administrators choose, work that is owed, and answers already given."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from community.models.columns import Json, counter, json, key, made_at, maybe_at, maybe_ref


class SiteSetting(SQLModel, table=True):
    """One choice of the administrators, by name."""

    __tablename__ = "site_settings"

    name: str = Field(max_length=60, primary_key=True)
    value: Any = Field(default=None, sa_type=Json)
    changed_at: datetime = made_at()
    changed_by_id: int | None = maybe_ref("users.id")


class OwedJob(SQLModel, table=True):
    """Work promised by a transaction: written with it, handed to the job engine after it.

    The row goes with the last of the work. Until then `arguments` say where to go on, and `due_at`
    when to hand it out (again, should whoever has it now be gone by then).
    """

    __tablename__ = "owed_jobs"

    id: int = key()
    name: str = Field(max_length=60)
    arguments: dict[str, Any] = json(dict)
    times_handed: int = counter()
    created_at: datetime = made_at()
    due_at: datetime = made_at()

    __table_args__ = (Index("ix_owed_jobs_due", "due_at", "id"),)


class StoredAnswer(SQLModel, table=True):
    """The first answer to a request with an Idempotency-Key; without a status it is still being
    made.

    `done_at` is written by the transaction that does what was asked. `sealed` is the answer, which
    may hold a cookie or a new token: only whoever has the Idempotency-Key can open it.
    """

    __tablename__ = "stored_answers"

    key: str = Field(
        max_length=64, primary_key=True, description="Digest of who, where and the key."
    )
    body_hash: str = Field(max_length=64)
    status: int | None = None
    sealed: str = ""
    done_at: datetime | None = maybe_at()
    created_at: datetime = made_at()

    __table_args__ = (Index("ix_stored_answers_created_at", "created_at"),)
