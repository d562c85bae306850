"""Domain events that the `site` package records."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class SiteSettingsChanged(DomainEvent):
    section: str
    changed_by_id: int | None
