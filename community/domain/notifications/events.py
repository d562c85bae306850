"""What happens to inboxes."""

from dataclasses import dataclass

from community.core.events import Fact


@dataclass(frozen=True, slots=True)
class InboxChanged(Fact):
    """The list or the numbers of somebody's inbox are not what they were."""

    recipient_id: int
