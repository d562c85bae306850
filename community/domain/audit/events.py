"""The event after which tables of the Admin Panel reload what an administrator changed."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class AuditEntryRecorded(DomainEvent):
    """`target_kind` and `target_id` tell what the administrator changed, and may be empty."""

    entry_id: int
    action: str
    target_kind: str = ""
    target_id: str = ""
