from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class AdvertisementsChanged(DomainEvent):
    """An advertisement was added, changed, approved, moved or deleted, or its budget is used up."""
