from datetime import datetime
from typing import Any, Literal

from community.core.read_models import ReadModel


class JobView(ReadModel):
    """A background job that is not finished."""

    id: int
    name: str
    arguments: dict[str, Any]
    state: Literal["waiting", "running", "failed"]
    attempts: int
    last_error: str = ""
    created_at: datetime
    due_at: datetime
    started_at: datetime | None = None


class JobRunView(ReadModel):
    """A run of a job or of a scheduled job that has ended. `error` is empty if it succeeded."""

    id: int
    name: str
    is_scheduled: bool
    attempts: int
    started_at: datetime
    ended_at: datetime
    error: str = ""
