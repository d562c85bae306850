"""Domain events of acts on all records that match."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class BulkActProgressed(DomainEvent):
    """An act on all records that match, or its undoing, has begun, advanced or ended."""

    table: str
