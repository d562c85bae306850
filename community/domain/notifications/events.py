"""The domain event that this package records when an inbox changes."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class InboxChanged(DomainEvent):
    """The notifications or the counts of a user's inbox changed."""

    recipient_id: int
