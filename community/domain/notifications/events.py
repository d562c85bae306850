"""The domain event of inboxes."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class InboxChanged(DomainEvent):
    """The notifications or the counts of a user's inbox changed."""

    recipient_id: int
