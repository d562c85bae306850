from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class BulkActionProgressed(DomainEvent):
    """A bulk action, or its undoing, has begun, advanced or ended."""

    table: str
