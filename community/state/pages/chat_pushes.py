"""Pushes of private messages to open pages."""

from typing import ClassVar
from uuid import UUID

from community.core.errors import DomainError, TooManyRequests, Unavailable
from community.core.read_models import ReadModel
from community.domain import chat
from community.domain.accounts import UserSummary
from community.domain.chat import ChatView, MessageView
from community.state.pages.discussion import get_sortable_timestamp
from community.state.runtime import open_tabs
from community.state.runtime.actions import run_query
from community.state.runtime.open_tabs import Push


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
    """Send a message that the viewer sent or edited to the tab that sent the current event."""
    loaded_at = get_sortable_timestamp()
    view = await run_query(chat.get_message, chat_id=chat_id, message_id=message_id)
    push = MessagePush(message=view, loaded_at=loaded_at, is_submitted_here=True)
    await open_tabs.send_to_sender(push)
