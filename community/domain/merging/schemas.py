"""The read model of merges."""

from community.core.read_models import ReadModel, Timestamp


class MergeView(ReadModel):
    """The progress of a merge. `moved` contains the number of moved rows by kind."""

    id: int
    source_id: int
    target_id: int
    moved: dict[str, int]
    created_at: Timestamp
    finished_at: Timestamp | None = None
