"""What an act on all records that match has done so far."""

from typing import Literal

from community.core.read_models import ReadModel, Timestamp

State = Literal["running", "stopped", "finished", "undoing", "undone"]


class SkipReason(ReadModel):
    """Why records were skipped, and how many."""

    message: str
    count: int


class BulkActView(ReadModel):
    """The progress of an act on all records that match.

    Attributes:
        total: How many records matched at the beginning.
        done: How many of them the act has changed.
        skipped: How many refused the act, or its undoing.
        undone: How many of the changed records are restored.
        stop_reason: Why the job stopped. Empty if an administrator stopped it.
        reasons: Why records were skipped, most frequent first.
        can_undo: Whether the changed records can be restored.
    """

    id: int
    table: str
    act: str
    state: State
    stop_reason: str
    total: int
    done: int
    skipped: int
    undone: int
    reasons: list[SkipReason]
    can_undo: bool
    created_at: Timestamp
    finished_at: Timestamp | None
