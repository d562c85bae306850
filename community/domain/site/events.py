from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class SiteSettingsChanged(DomainEvent):
    section: str
    changed_by_id: int | None
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReactionKindsChanged(DomainEvent):
    """A reaction was added, changed or removed, or the order changed."""

    code: str
    changed_by_id: int | None
