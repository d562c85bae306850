"""Pushes of private messages to open pages."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import ClassVar
from uuid import UUID

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import DomainError, TooManyRequests, Unavailable
from community.core.read_models import ReadModel
from community.domain import chat
from community.domain.chat import ChatView, MessageView
from community.domain.people import UserSummary
from community.models import ChatMessage
from community.realtime import chat_changes
from community.state.pages.chat.messages_page import shorten_last_message
from community.state.pages.chat.unread_messages import push_unread_counts
from community.state.pages.comments.comments import get_sortable_timestamp
from community.state.runtime import live_updates, open_tabs
from community.state.runtime.open_tabs import Push, UserTabs
from community.state.runtime.request_context import run_query

# Fifty readers of a group read each message at about the same time.
ROWS_MIN_SECONDS = 0.5
READ_MARKS_MIN_SECONDS = 0.5

# The users who have read messages of a chat since its last `ReadMarksChanged`.
_readers: defaultdict[int, set[int]] = defaultdict(set)


class MessagePush(Push):
    """A message that was sent or changed, as the viewer sees it. A deleted one has no text.

    Attributes:
        loaded_at: The result of `get_sortable_timestamp` from just before the message was loaded.
        is_submitted_here: Whether the viewer has just sent or edited the message in this tab.
    """

    push_type: ClassVar[str] = "message"

    message: MessageView
    loaded_at: str
    is_submitted_here: bool = False


class MessageRejectedPush(Push):
    """The reason why a message that this tab sent was not stored.

    Attributes:
        client_id: The id that the browser generated for the message.
        code: The error code, as in HTTP responses.
        is_final: Whether sending the message again would fail again. Otherwise the browser sends
            it again after `retry_after` seconds.
    """

    push_type: ClassVar[str] = "message_rejected"

    client_id: UUID
    reason: str
    code: str
    is_final: bool
    retry_after: int = 0

    @classmethod
    def build(cls, client_id: UUID, error: DomainError) -> "MessageRejectedPush":
        return cls(
            client_id=client_id,
            reason=error.message,
            code=error.code,
            is_final=not isinstance(error, TooManyRequests | Unavailable),
            retry_after=int(error.details.get("retry_after") or 0),
        )


class ReadMark(ReadModel):
    """How far a member has read: up to the message with this id."""

    user_id: int
    message_id: int


class ChatReadPush(Push):
    """How far members of a chat have read, without members who have turned off read marks."""

    push_type: ClassVar[str] = "chat_read"

    chat_id: int
    marks: list[ReadMark]


class TypingPush(Push):
    """A member is writing a message. The browser shows it for a few seconds."""

    push_type: ClassVar[str] = "typing"

    chat_id: int
    user: UserSummary


class IgnoringPush(Push):
    """The viewer began or stopped to ignore a user, whose messages in groups they do not see."""

    push_type: ClassVar[str] = "ignoring"

    user_id: int
    is_ignoring: bool


class ChatPush(Push):
    """A chat that is new or has changed, as the viewer sees it.

    Attributes:
        has_all_members: Whether the chat contains all members. Otherwise it contains the first few,
            and the others have not changed.
        loaded_at: The result of `get_sortable_timestamp` from just before the chat was loaded.
    """

    push_type: ClassVar[str] = "chat"

    chat: ChatView
    has_all_members: bool = False
    loaded_at: str


class ChatRemovedPush(Push):
    """The viewer may no longer read a chat: they left it, were removed from it or declined it."""

    push_type: ClassVar[str] = "chat_removed"

    chat_id: int


async def send_submitted_message(chat_id: int, message_id: int) -> None:
    """Send a message that the viewer edited to the tab that sent the current event."""
    loaded_at = get_sortable_timestamp()
    view = await run_query(chat.get_message, chat_id=chat_id, message_id=message_id)
    await _send_to_sender(view, loaded_at)


async def send_stored_message(message: ChatMessage) -> None:
    """Send a message that the viewer has just sent to the tab that sent the current event."""
    loaded_at = get_sortable_timestamp()
    await _send_to_sender(await run_query(chat.build_message_view, message), loaded_at)


async def _send_to_sender(view: MessageView, loaded_at: str) -> None:
    push = MessagePush(message=view, loaded_at=loaded_at, is_submitted_here=True)
    await open_tabs.send_to_sender(push)


async def push_message(message: chat_changes.ChatMessageChanged) -> None:
    """Send a message to the tabs that show its chat, and a new one to all tabs of its sender.

    Rows of lists follow when the message has been sent, because they take longer.
    """
    await _push_message(message)
    live_updates.schedule(chat_changes.ChatRowsChanged(message.chat_id))


async def _push_message(message: chat_changes.ChatMessageChanged) -> None:
    topic_names = [message.topic]
    if message.sender_id:
        topic_names.append(chat_changes.chats_topic(message.sender_id))
    users = await open_tabs.group_by_user(*topic_names)
    if not users:
        return
    loaded_at = get_sortable_timestamp()
    async with read_session() as session:
        audiences = await chat.find_message_audiences(
            session, message_id=message.message_id, viewers=_get_actors(users)
        )
    # Small audiences first, because writing to a thousand sockets takes some 20 milliseconds.
    for audience in sorted(audiences, key=lambda one: len(one.user_ids)):
        push = MessagePush(message=audience.view, loaded_at=loaded_at)
        await _send(push, users, audience.user_ids)


async def push_rows(message: chat_changes.ChatRowsChanged) -> None:
    """Update the row of a chat, and the number of unread messages, for all its members."""
    async with read_session() as session:
        user_ids = await chat.list_readers(session, message.chat_id)
    await _push_chat(
        message.chat_id, topic_names=[chat_changes.chat_list_topic(one) for one in user_ids]
    )
    await push_unread_counts(user_ids)


def schedule_read_marks(message: chat_changes.ChatRead) -> None:
    """Collect the readers of a chat with tabs here, which get the update together."""
    if open_tabs.get_subscribed_tabs(chat_changes.chats_topic(message.user_id)):
        _readers[message.chat_id].add(message.user_id)
    live_updates.schedule(chat_changes.ReadMarksChanged(message.chat_id))


async def push_read_marks(message: chat_changes.ReadMarksChanged) -> None:
    """Send how far the members of a chat have read to the tabs that show the chat.

    Those who have read messages also get the row of the chat and the number of unread messages.
    """
    reader_ids = _readers.pop(message.chat_id, set())
    await _push_chat(
        message.chat_id, topic_names=[chat_changes.chat_list_topic(one) for one in reader_ids]
    )
    await push_unread_counts(reader_ids)
    users = await open_tabs.group_by_user(chat_changes.chat_topic(message.chat_id))
    if not users:
        return
    async with read_session() as session:
        marks, user_ids = await chat.find_read_marks(
            session, chat_id=message.chat_id, viewers=_get_actors(users)
        )
    push = ChatReadPush(
        chat_id=message.chat_id,
        marks=[ReadMark(user_id=one, message_id=read_id) for one, read_id in marks.items()],
    )
    await _send(push, users, user_ids)


async def push_chat(message: chat_changes.ChatChanged) -> None:
    """Send a chat with all its members to the tabs that show it or list it."""
    async with read_session() as session:
        user_ids = await chat.list_readers(session, message.chat_id)
    topic_names = [
        chat_changes.chat_topic(message.chat_id),
        *map(chat_changes.chat_list_topic, user_ids),
    ]
    await _push_chat(message.chat_id, topic_names=topic_names, has_all_members=True)


async def push_membership(message: chat_changes.ChatMembershipChanged) -> None:
    """Send a chat to a user whose membership changed, or tell their tabs that they are out."""
    user_id, chat_id = message.user_id, message.chat_id
    async with read_session() as session:
        is_reader = user_id in await chat.list_readers(session, chat_id)
    if is_reader:
        topic_names = [chat_changes.chat_topic(chat_id), chat_changes.chat_list_topic(user_id)]
        await _push_chat(chat_id, topic_names=topic_names, has_all_members=True, only_user=user_id)
    else:
        users = await open_tabs.group_by_user(chat_changes.chats_topic(user_id))
        await _send(ChatRemovedPush(chat_id=chat_id), users, [user_id])
    await push_unread_counts([user_id])


async def push_ignoring(message: chat_changes.IgnoringChanged) -> None:
    """Hide or show the messages of a user in the groups that the viewer has open or listed."""
    users = await open_tabs.group_by_user(chat_changes.chats_topic(message.user_id))
    if not users:
        return
    push = IgnoringPush(user_id=message.other_id, is_ignoring=message.is_ignoring)
    await _send(push, users, [message.user_id])
    async with read_session() as session:
        chat_ids = await chat.list_common_groups(session, message.user_id, message.other_id)
    for chat_id in chat_ids:
        await _push_chat(chat_id, topic_names=[chat_changes.chat_list_topic(message.user_id)])
    await push_unread_counts([message.user_id])


async def push_typing(message: chat_changes.ChatTyping) -> None:
    """Tell the others who look at a chat that a member is writing."""
    users = await open_tabs.group_by_user(chat_changes.chat_topic(message.chat_id))
    if not users.keys() - {message.user_id}:
        return
    async with read_session() as session:
        user, user_ids = await chat.find_typing_viewers(
            session,
            chat_id=message.chat_id,
            user_id=message.user_id,
            viewers=_get_actors(users),
        )
    if user is not None:
        await _send(TypingPush(chat_id=message.chat_id, user=user), users, user_ids)


async def _push_chat(
    chat_id: int,
    *,
    topic_names: list[str],
    has_all_members: bool = False,
    only_user: int | None = None,
) -> None:
    users = await open_tabs.group_by_user(*topic_names)
    if only_user is not None:
        users = {user_id: found for user_id, found in users.items() if user_id == only_user}
    if not users:
        return
    loaded_at = get_sortable_timestamp()
    async with read_session() as session:
        audiences = await chat.find_chat_audiences(
            session,
            chat_id=chat_id,
            viewers=_get_actors(users),
            has_all_members=has_all_members,
        )
    for audience in audiences:
        push = ChatPush(
            chat=shorten_last_message(audience.view),
            has_all_members=has_all_members,
            loaded_at=loaded_at,
        )
        await _send(push, users, audience.user_ids)
        # Between two of many pushes, other tasks run, such as one that sends a message.
        await asyncio.sleep(0)


async def _send(push: Push, users: Mapping[int, UserTabs], user_ids: list[int]) -> None:
    await open_tabs.send(
        push, [tab for user_id in user_ids if user_id in users for tab in users[user_id].tabs]
    )


def _get_actors(users: Mapping[int, UserTabs]) -> dict[int, Actor]:
    return {user_id: found.actor for user_id, found in users.items()}
