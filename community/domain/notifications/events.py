"""The domain event that this package records when inboxes change."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class InboxesChanged(DomainEvent):
    """The notifications or the counts of the inboxes of these users changed.

    A job that notifies many users records one event for the whole batch, so that the batch causes
    only one message to other processes.
    """

    recipient_ids: tuple[int, ...]
