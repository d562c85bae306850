from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class AccountsMerged(DomainEvent):
    """The account `source_id` was closed, and its content begins to move to `target_id`."""

    source_id: int
    target_id: int


@dataclass(frozen=True, slots=True)
class MergeFinished(DomainEvent):
    """All content of the account `source_id` belongs to `target_id`."""

    source_id: int
    target_id: int
