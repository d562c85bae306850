"""The number of unread private messages, which every page shows beside the bell."""

from typing import ClassVar

from community.domain.chat import UnreadCounts
from community.state.runtime.open_tabs import Push


class UnreadMessagesPush(Push):
    """The unread messages of the viewer, sent on loading and after each change.

    Attributes:
        chats: The number of chats with unread messages, without muted and archived ones.
        messages: The number of these messages.
        requests: The number of chats that wait for the viewer to accept them.
    """

    push_type: ClassVar[str] = "unread_messages"

    chats: int
    messages: int
    requests: int = 0

    @classmethod
    def build(cls, counts: UnreadCounts) -> "UnreadMessagesPush":
        return cls.model_validate(counts)
