from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class DataExportChanged(DomainEvent):
    """The archive of a user was requested, is ready, could not be built, or was deleted."""

    user_id: int
