from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class MessageSent(DomainEvent):
    """A user sent a message, or changed something in a group, which is a line in the chat."""

    chat_id: int
    message_id: int
    author_id: int


@dataclass(frozen=True, slots=True)
class MessageChanged(DomainEvent):
    """A message was edited or deleted, or the reactions to it changed."""

    chat_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class ChatRead(DomainEvent):
    chat_id: int
    user_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class ChatChanged(DomainEvent):
    """The name, the settings or the members of a chat changed."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class MembershipChanged(DomainEvent):
    """A user joined, accepted, muted, archived or left a chat, or may no longer read it."""

    chat_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class Invited(DomainEvent):
    chat_id: int
    user_id: int
    inviter_id: int
