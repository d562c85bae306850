"""The progress of an act on all records that match a filter of an administrator."""

from typing import Literal

from community.core.read_models import ReadModel, Timestamp

State = Literal["running", "stopped", "finished", "undoing", "undone"]


class SkipReason(ReadModel):
    """Why records were skipped, and how many."""

    message: str
    count: int


class BulkActView(ReadModel):
    """The progress of an act on all records that match."""

    id: int
    table: str
    act: str
    state: State
    stop_reason: str  # why the job stopped; empty if an administrator stopped it
    total: int  # how many records matched at the beginning
    done: int  # how many of them the act has changed
    skipped: int  # how many refused the act, or its undoing
    undone: int  # how many of the changed records are restored
    reasons: list[SkipReason]  # why records were skipped, most frequent first
    can_undo: bool
    created_at: Timestamp
    finished_at: Timestamp | None
