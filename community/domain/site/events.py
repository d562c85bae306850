"""Domain event of the `site` package.

`update_settings` records the event after a change. Other packages can subscribe to the event.
"""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class SiteSettingsChanged(DomainEvent):
    section: str
    changed_by_id: int | None
