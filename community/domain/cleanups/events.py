from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class CleanupProgressed(DomainEvent):
    """A clean-up of the content of a user, or its undoing, has begun, advanced or ended."""

    user_id: int
