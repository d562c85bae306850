"""The rows of a conversation and of the list of chats, which `assets/ui/chat/` builds."""

from dataclasses import dataclass, field
from typing import Any

from community.components.reactions import static_reaction_bar
from community.domain.chat import ChatView, MessageView
from community.domain.people import UserSummary
from community.rendering import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRow:
    # `message`, `change` (what a member changed in a group), `day` (a separator) or `unread` (the
    # separator above the first unread message)
    kind: str
    key: str  # unique identifier of the row on the page
    message: MessageView  # the message of a row of the first two kinds
    label: str = ""  # the day of a separator, in the language of the site
    time: str = ""
    is_own: bool = False
    # Whether the message is the first or last of consecutive messages by the same author
    starts_group: bool = True
    ends_group: bool = True
    # Whether the first message of a group has the name and picture of the author
    shows_author: bool = False
    # The state of a message of the viewer: `waiting` (for a connection or another attempt),
    # `sending`, `rejected`, `sent` or `read`. Otherwise an empty string.
    state: str = ""
    error: str = ""  # why the server rejected the message, or did not store it at the last attempt
    client_id: str = ""  # the id of a message that the server has not stored yet; otherwise empty
    # Members of a group who have read up to this message
    readers: list[UserSummary] = field(default_factory=list)
    is_last_read: bool = False  # whether "Read" is shown below the message
    is_target: bool = False  # whether the reader has jumped to this message


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSummary:
    """Who is in a chat, as the list and the header of the chat show it."""

    name: str  # the name of the group, or the names of the other people
    picture: str | None = None  # the URL of the picture of a group, if it has one
    is_group: bool = False
    # The other people, or in a list only the first few of a group
    people: list[UserSummary] = field(default_factory=list)
    is_muted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationView:
    """The loaded part of a chat."""

    chat_id: int = 0  # the chat in the URL, or 0
    chat: ChatView | None = None  # `chat`, `summary`: the chat; None until it is loaded
    summary: ChatSummary | None = None
    rows: list[ChatRow] = field(default_factory=list)
    is_ready: bool = False
    # Whether the rows contain the first message that the viewer may read
    is_beginning: bool = False
    is_loading: bool = False
    new_count: int = 0  # the number of messages below the part that the reader sees
    shows_end_button: bool = False  # whether the reader is not at the end
    has_unread_above: bool = False  # whether the first unread message is above the loaded ones
    typing: str = ""  # who is writing a message, as a text
    is_editing: bool = False  # whether the field contains a message that is edited
    # The message in the dialog that asks whether to delete it. 0 if it is closed.
    deleted_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatListRow(ChatSummary):
    key: str
    id: int
    href: str
    time: str = ""  # the time of the latest message
    prefix: str = ""  # who wrote the latest message, or "Draft:"
    excerpt: str = ""  # the beginning of the latest message or of the draft
    # The latest message if it says what a member changed in the group
    change: MessageView | None = None
    is_draft: bool = False
    unread: str = ""  # the number of unread messages as a text, or an empty string
    is_active: bool = False  # whether the page shows this chat
    state: str = ""  # whether a latest message of the viewer has been `sent` or `read`


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatListView:
    rows: list[ChatListRow] = field(default_factory=list)
    folder: str = ""
    search: str = ""
    next_cursor: str = ""
    is_ready: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMessage:
    """A message that contains the searched text."""

    message: MessageView
    text: str
    time: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageSearchView:
    """The results of a search in a chat."""

    is_open: bool = False
    is_ready: bool = False
    has_more: bool = False
    results: list[FoundMessage] = field(default_factory=list)


class RowControls:
    """The handlers and buttons of a message. This class has none, as in the gallery."""

    def reaction_bar(self, message: MessageView) -> Node:
        return static_reaction_bar(message.reactions, is_small=True)

    def actions(self, row: ChatRow) -> Node:
        del row

    def show_message(self, message_id: int) -> dict[str, Any]:
        del message_id
        return {}

    def retry(self, client_id: str) -> dict[str, Any]:
        """Return the attributes of a button that sends a rejected message again."""
        del client_id
        return {}

    def copy(self, text: str) -> dict[str, Any]:
        del text
        return {}

    def delete_pending(self, client_id: str) -> dict[str, Any]:
        """Return the attributes of a button that discards a message which was not sent."""
        del client_id
        return {}
