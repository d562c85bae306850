"""The progress of a bulk action."""

from typing import Literal

from community.core.read_models import ReadModel, Timestamp

State = Literal["running", "stopped", "finished", "undoing", "undone"]


class SkipReason(ReadModel):
    """Why records were skipped, and how many."""

    message: str
    count: int


class BulkActionView(ReadModel):
    id: int
    table: str
    action: str
    state: State
    stop_reason: str  # why the job stopped; empty if an administrator stopped it
    total: int  # how many records matched at the beginning
    done: int  # how many of them the action has changed
    skipped: int  # how many refused the action, or its undoing
    undone: int  # how many of the changed records are restored
    reasons: list[SkipReason]  # why records were skipped, most frequent first
    can_undo: bool
    created_at: Timestamp
    finished_at: Timestamp | None
