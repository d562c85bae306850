"""Tables for private messages: conversations, their members, messages and reactions to them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    Index,
    String,
    false,
    literal_column,
    text as sql_text,
)
from sqlmodel import Field, SQLModel

from community.core import ids
from community.core.db import columns
from community.models.people import User


class Chat(SQLModel, table=True):
    """A conversation between two users (`direct`) or up to fifty users (`group`).

    Sending a message locks the row, so that the messages of a chat are committed in the order of
    their ids.
    """

    __tablename__ = "chats"

    id: int = columns.pk()
    kind: str = Field(max_length=6)
    # The ids of the two users of a direct chat, the lower first, for example `3:14`. It is None for
    # a group.
    pair_key: str | None = Field(default=None, max_length=40)
    name: str = Field(default="", max_length=80)
    # The id of the `ChatFile` with the picture of a group. It has no foreign key, because the two
    # tables would refer to each other.
    picture_id: UUID | None = None
    # Whether new members of a group read the messages from before
    newcomers_see_history: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": false()}
    )
    created_by_id: int = columns.fk("users.id", index=True)
    # The id of the latest message, or 0. Deleting a message does not change it.
    last_message_id: int = Field(default=0, sa_type=columns.BigKey, nullable=False)
    # When the latest message was sent, or the chat was created.
    updated_at: datetime = columns.timestamp()
    # When a job notifies the members of the new messages. None without new messages.
    notify_at: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()

    __table_args__ = (
        CheckConstraint("kind IN ('direct', 'group')", name="kind"),
        CheckConstraint("(kind = 'direct') = (pair_key IS NOT NULL)", name="pair_key"),
        Index("uq_chats_pair_key", "pair_key", unique=True),
    )


class ChatMember(SQLModel, table=True):
    """A user who takes part in a chat, or who did."""

    __tablename__ = "chat_members"

    chat_id: int = columns.fk("chats.id", primary_key=True)
    user_id: int = columns.fk("users.id", primary_key=True)
    role: str = Field(default="member", max_length=6)
    # `active`; `request` for a stranger who has not accepted the chat yet; `declined`; `left` after
    # leaving a group or being removed from it
    status: str = Field(default="active", max_length=8)
    # Whether the user has accepted the chat or written in it. The other user of a direct chat may
    # then write, even if they could not begin a new chat.
    has_accepted: bool = Field(default=False, nullable=False)
    # The user has read all messages up to this id
    last_read_message_id: int = Field(default=0, sa_type=columns.BigKey, nullable=False)
    # The user sees only messages with a higher id
    sees_from_id: int = Field(default=0, sa_type=columns.BigKey, nullable=False)
    # The user gets no notifications until then. `FOREVER` for no end.
    muted_until: datetime | None = columns.nullable_timestamp()
    # When the user archived the chat. A new message ends it.
    archived_at: datetime | None = columns.nullable_timestamp()
    # When the chat was last offered to the user by a stranger
    requested_at: datetime | None = columns.nullable_timestamp()
    # The clean-up that withdrew the request. The status is then `declined`, or `left` for a group.
    cleanup_id: int | None = Field(default=None, sa_type=columns.BigKey)
    joined_at: datetime = columns.timestamp()
    left_at: datetime | None = columns.nullable_timestamp()

    user: User = columns.readonly_relationship("ChatMember.user_id")

    __table_args__ = (
        CheckConstraint("role IN ('owner', 'member')", name="role"),
        CheckConstraint("status IN ('active', 'request', 'declined', 'left')", name="status"),
        Index("ix_chat_members_user", "user_id", "status", "chat_id"),
        columns.partial_index(
            "ix_chat_members_cleanup", "cleanup_id", "chat_id", where="cleanup_id IS NOT NULL"
        ),
    )


class ChatMessage(SQLModel, table=True):
    """A message in a chat, or a line that tells what changed in a group."""

    __tablename__ = "messages"

    id: int = columns.pk()
    chat_id: int = columns.fk("chats.id")
    author_id: int = columns.fk("users.id")
    # Empty for a message. Otherwise what the author changed in the group, such as `added`, and then
    # `subject_id` is the user whom the change concerns.
    change: str = Field(default="", max_length=10)
    subject_id: int | None = columns.nullable_fk("users.id")
    text: str = Field(default="", nullable=False)
    html: str = ""  # the text as sanitised HTML; the new name of a group is in `text` without HTML
    # An id that the browser generates. If the browser sends a message twice, the server recognizes
    # the id and stores the message only once.
    client_id: UUID | None = None
    reply_to_id: int | None = columns.nullable_fk("messages.id", index=True)
    reactions: dict[str, int] = columns.json_column(dict)
    reactions_count: int = columns.counter()
    # The number of pictures and other files that the message contains.
    files_count: int = columns.counter()
    edited_at: datetime | None = columns.nullable_timestamp()
    # When the message was deleted. Its text is erased, and a stub remains.
    deleted_at: datetime | None = columns.nullable_timestamp()
    created_at: datetime = columns.timestamp()

    __table_args__ = (
        CheckConstraint(
            "change IN ('', 'created', 'added', 'joined', 'left', 'removed', 'renamed', 'owner')",
            name="change",
        ),
        Index("ix_messages_chat", "chat_id", "id"),
        Index("ix_messages_chat_author", "chat_id", "author_id", "id"),
        # An expression, because databases would read this index in the order of the ids otherwise,
        # and sort all messages of a chat to find the latest ones.
        Index("ix_messages_sent", sql_text("(chat_id + 0)"), "created_at", "id"),
        Index("ix_messages_author", "author_id", "id"),
        Index("uq_messages_client", "author_id", "client_id", unique=True),
        columns.partial_index("ix_messages_subject", "subject_id", where="subject_id IS NOT NULL"),
        Index(
            "ix_messages_search",
            sql_text("lower(' ' || text) gin_trgm_ops"),
            postgresql_using="gin",
        ).ddl_if(dialect="postgresql"),
    )


class HiddenMessage(SQLModel, table=True):
    """The content of a message that a clean-up hid. The message itself is a stub meanwhile.

    The reactions and files of the message keep its id.
    """

    __tablename__ = "hidden_messages"

    message_id: int = columns.fk("messages.id", primary_key=True)
    cleanup_id: int = Field(sa_type=columns.BigKey, nullable=False)
    text: str = Field(default="", nullable=False)
    html: str = Field(default="", nullable=False)
    files_count: int = Field(default=0, nullable=False)

    __table_args__ = (Index("ix_hidden_messages_cleanup", "cleanup_id", "message_id"),)


class MessageReaction(SQLModel, table=True):
    __tablename__ = "message_reactions"

    message_id: int = columns.fk("messages.id", primary_key=True)
    user_id: int = columns.fk("users.id", primary_key=True, index=True)
    code: str = Field(foreign_key="reaction_kinds.code", max_length=30, index=True)
    created_at: datetime = columns.timestamp()


class ChatFile(SQLModel, table=True):
    """A picture or another file that a member uploaded to a chat. Only its members can open it."""

    __tablename__ = "chat_files"

    id: UUID = Field(default_factory=ids.new_uuid, primary_key=True)
    # None after the chat was deleted.
    chat_id: int | None = columns.nullable_fk("chats.id", index=True)
    owner_id: int = columns.fk("users.id", index=True)
    # The message that contains the file. None until the message is sent, after it was deleted, and
    # for the picture of a group. Other files without a message are deleted after a day.
    message_id: int | None = columns.nullable_fk("messages.id", index=True)
    # The place of the file among the pictures or the other files of its message
    position: int = Field(default=0, nullable=False)
    name: str = Field(default="", max_length=255)
    alt: str = Field(default="", max_length=300)
    # The type of the content, which the server has recognized
    content_type: str = Field(max_length=100)
    size: int  # the size in bytes, of a picture that of all its variants
    original_size: int  # the size of the uploaded file in bytes
    width: int = Field(default=0, nullable=False)
    height: int = Field(default=0, nullable=False)
    # As `Upload.variants`. Empty for a file that is no picture.
    variants: dict[str, Any] = columns.json_column(dict)
    created_at: datetime = columns.timestamp()
    # When the deletion of the file began, so that it can no longer be opened
    purging_since: datetime | None = columns.nullable_timestamp()

    __table_args__ = (
        columns.partial_index("ix_chat_files_unsent", "created_at", where="message_id IS NULL"),
    )


class MessageSettings(SQLModel, table=True):
    """Who may write to a user, and whether others see what the user has read.

    A user without a row has the default settings.
    """

    __tablename__ = "message_settings"

    user_id: int = columns.fk("users.id", primary_key=True)
    who: str = Field(default="everybody", max_length=9)
    read_marks: bool = Field(default=True, nullable=False)

    __table_args__ = (CheckConstraint("who IN ('everybody', 'following', 'nobody')", name="who"),)


# The text in which members search. `ix_messages_search` is an index of this expression.
message_search_text: ColumnElement[str] = literal_column("lower(' ' || messages.text)", String)
