from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from community.core.read_models import ReadModel, Timestamp
from community.domain.people import UserSummary
from community.domain.people.schemas import is_none
from community.domain.site.schemas import ReactionCount
from community.domain.uploads import MediaView


class Folder(StrEnum):
    """The lists of chats: accepted ones, requests by strangers, and archived ones."""

    INBOX = "inbox"
    REQUESTS = "requests"
    ARCHIVED = "archived"


class WhoMayWrite(StrEnum):
    """Who may begin a conversation with a user. `following` are the people the user follows."""

    ALL_USERS = "everybody"
    FOLLOWING = "following"
    NO_USER = "nobody"


class MessagePreferences(ReadModel):
    """Who may write to the user, and whether the user and others see what the other has read."""

    who: WhoMayWrite = WhoMayWrite.ALL_USERS
    read_marks: bool = True


class ReplyExcerpt(ReadModel):
    """The beginning of the message that another message replies to. Empty if it was deleted."""

    id: int
    author: UserSummary
    excerpt: str


class MessagePermissions(ReadModel):
    """What the viewer may do with a message."""

    edit: bool = False
    delete: bool = False
    react: bool = False


class FileView(ReadModel):
    """A file in a message that is no picture. `size` is in bytes."""

    id: UUID
    name: str
    size: int
    content_type: str
    url: str


class MessageView(ReadModel):
    """A message as a member of the chat sees it.

    Attributes:
        text: The Markdown source. Empty for a deleted message.
        media: The pictures. Only members of the chat can open them.
        files: The other files.
        change: Empty for a message. Otherwise what the author changed in the group: `created`,
            `added`, `joined`, `left`, `removed`, `renamed` or `owner`.
        subject: The user whom the change concerns.
        client_id: The id that the viewer's browser generated. Only the author sees it.
    """

    id: int
    chat_id: int
    author: UserSummary
    text: str = ""
    html: str = ""
    media: list[MediaView] = []
    files: list[FileView] = []
    change: str = ""
    subject: UserSummary | None = None
    reply_to: ReplyExcerpt | None = None
    reactions: list[ReactionCount] = []
    my_reaction: str | None = None
    client_id: Annotated[UUID | None, Field(exclude_if=is_none)] = None
    can: MessagePermissions = MessagePermissions()
    edited_at: Timestamp | None = None
    deleted_at: Timestamp | None = None
    created_at: Timestamp


class MessagePage(ReadModel):
    """Messages of a chat, newest first.

    Attributes:
        next_cursor: The cursor of the next page in the direction of older messages. It is None if
            the page contains the first message that the viewer may read.
        has_newer: Whether the chat contains messages after the first one of this page.
    """

    items: list[MessageView]
    next_cursor: str | None = None
    has_newer: bool = False


class ChatMemberView(ReadModel):
    """A member of a chat.

    Attributes:
        is_invited: Whether the user has not accepted the chat yet.
        last_read_message_id: None if the member or the viewer has turned off read marks.
    """

    user: UserSummary
    role: str
    is_invited: bool = False
    last_read_message_id: int | None = None


class ChatPermissions(ReadModel):
    """What the viewer may do in a chat. `attach` allows pictures and files in a message."""

    send: bool = False
    attach: bool = False
    add_members: bool = False
    edit: bool = False
    leave: bool = False


class ChatView(ReadModel):
    """A chat as one of its members sees it.

    Attributes:
        name: The name of a group. Empty for a direct chat.
        picture: The URL of the picture of a group, which only members can open.
        members: The members. A list of chats contains only the first few members of a group.
        members_count: The number of members, including those who have not accepted yet.
        last_message: The latest message that the viewer may read.
        unread_count: The number of unread messages, at most `MAX_UNREAD_COUNT`.
        is_request: Whether the viewer has not accepted the chat yet.
        blocked_reason: Why the viewer cannot send a message, or an empty string.
        blocked_code: The error code that sending a message would have, or an empty string.
    """

    id: int
    kind: str
    name: str = ""
    picture: str | None = None
    members: list[ChatMemberView]
    members_count: int
    last_message: MessageView | None = None
    unread_count: int = 0
    is_request: bool = False
    is_archived: bool = False
    muted_until: Timestamp | None = None
    newcomers_see_history: bool = False
    can: ChatPermissions = ChatPermissions()
    blocked_reason: str = ""
    blocked_code: str = ""
    updated_at: Timestamp


class UnreadCounts(ReadModel):
    """The number of chats with unread messages, and of these messages, without muted chats.

    Attributes:
        requests: The number of chats that wait for the user to accept them.
    """

    chats: int
    messages: int
    requests: int = 0


class ChatFilesUsage(ReadModel):
    """The number of all pictures and files in chats, and the storage that they use, in bytes."""

    count: int
    size: int
