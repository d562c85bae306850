"""The number of unread private messages, which every page shows beside the bell."""

from collections.abc import Collection
from typing import ClassVar

from community.core.db.sessions import read_session
from community.domain import chat
from community.realtime import chat_changes
from community.state.runtime import open_tabs


class UnreadMessagesPush(open_tabs.Push):
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
    def build(cls, counts: chat.UnreadCounts) -> "UnreadMessagesPush":
        return cls.model_validate(counts)


async def push_unread_counts(user_ids: Collection[int]) -> None:
    """Send the numbers of unread messages of these users to all their tabs."""
    users = await open_tabs.group_by_user(*map(chat_changes.chats_topic, user_ids))
    if not users:
        return
    async with read_session() as session:
        counts = await chat.count_unread_of(session, users.keys())
    await open_tabs.send_each(
        (UnreadMessagesPush.build(counts[user_id]), found.tabs) for user_id, found in users.items()
    )
