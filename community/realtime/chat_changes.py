"""The messages that the hub delivers when chats change, and their topics. See `messages.py`."""

from dataclasses import dataclass

from community.realtime.messages import Message


def chat_topic(chat_id: int) -> str:
    return f"chat:{chat_id}"


def chats_topic(user_id: int) -> str:
    """Return the topic of all tabs of a user, which show the number of unread messages."""
    return f"chats:{user_id}"


def chat_list_topic(user_id: int) -> str:
    return f"chat-list:{user_id}"


def chat_rows_topic(chat_id: int) -> str:
    return f"chat-rows:{chat_id}"


def chat_typing_topic(chat_id: int) -> str:
    return f"chat-typing:{chat_id}"


def read_marks_topic(chat_id: int) -> str:
    return f"read-marks:{chat_id}"


@dataclass(frozen=True, slots=True)
class ChatMessageChanged(Message):
    """A message was sent, edited or deleted, or the reactions to it changed."""

    chat_id: int
    message_id: int
    sender_id: int = 0  # the user who has just sent the message, or 0 if it was sent before

    @property
    def topic(self) -> str:
        return chat_topic(self.chat_id)


@dataclass(frozen=True, slots=True)
class ChatRead(Message):
    chat_id: int
    user_id: int

    @property
    def topic(self) -> str:
        return chats_topic(self.user_id)


@dataclass(frozen=True, slots=True)
class ChatChanged(Message):
    """The name, the settings or the members of a chat changed."""

    chat_id: int

    @property
    def topic(self) -> str:
        return chat_rows_topic(self.chat_id)


@dataclass(frozen=True, slots=True)
class ChatMembershipChanged(Message):
    """A user joined, accepted, muted, archived or left a chat, or may no longer read it."""

    chat_id: int
    user_id: int

    @property
    def topic(self) -> str:
        return chat_rows_topic(self.chat_id)


@dataclass(frozen=True, slots=True)
class IgnoringChanged(Message):
    """A user began or stopped to ignore another one, whose messages in groups they do not see."""

    user_id: int
    other_id: int
    is_ignoring: bool

    @property
    def topic(self) -> str:
        return chats_topic(self.user_id)


@dataclass(frozen=True, slots=True)
class ChatTyping(Message):
    chat_id: int
    user_id: int

    @property
    def topic(self) -> str:
        return chat_typing_topic(self.chat_id)


@dataclass(frozen=True, slots=True)
class ChatRowsChanged(Message):
    """Lists of chats show outdated data of a chat, and pages an outdated number of unread messages.

    Each process creates this message itself after a `ChatMessageChanged`.
    """

    chat_id: int

    @property
    def topic(self) -> str:
        return chat_rows_topic(self.chat_id)


@dataclass(frozen=True, slots=True)
class ReadMarksChanged(Message):
    """Members of a chat read messages. Each process creates this message after a `ChatRead`."""

    chat_id: int

    @property
    def topic(self) -> str:
        return read_marks_topic(self.chat_id)
