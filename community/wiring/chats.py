"""Registers the live updates of private messages."""

from community.core.events import after_commit
from community.domain import chat, follows
from community.realtime import chat_messages, hub


def wire_chats() -> None:
    after_commit(chat.MessageSent, _broadcast_message_sent)
    after_commit(chat.MessageChanged, _broadcast_message_changed)
    after_commit(chat.ChatRead, _broadcast_read)
    after_commit(chat.ChatChanged, _broadcast_chat_changed)
    after_commit(chat.MembershipChanged, _broadcast_membership_changed)
    after_commit(follows.Ignored, _broadcast_ignored)
    after_commit(follows.Unignored, _broadcast_unignored)


async def _broadcast_message_sent(event: chat.MessageSent) -> None:
    await hub.publish(
        chat_messages.ChatMessageChanged(event.chat_id, event.message_id, event.author_id)
    )


async def _broadcast_message_changed(event: chat.MessageChanged) -> None:
    await hub.publish(chat_messages.ChatMessageChanged(event.chat_id, event.message_id))


async def _broadcast_read(event: chat.ChatRead) -> None:
    await hub.publish(chat_messages.ChatRead(event.chat_id, event.user_id))


async def _broadcast_chat_changed(event: chat.ChatChanged) -> None:
    await hub.publish(chat_messages.ChatChanged(event.chat_id))


async def _broadcast_membership_changed(event: chat.MembershipChanged) -> None:
    await hub.publish(chat_messages.ChatMembershipChanged(event.chat_id, event.user_id))


async def _broadcast_ignored(event: follows.Ignored) -> None:
    await hub.publish(
        chat_messages.IgnoringChanged(event.user_id, event.ignored_id, is_ignoring=True)
    )


async def _broadcast_unignored(event: follows.Unignored) -> None:
    await hub.publish(
        chat_messages.IgnoringChanged(event.user_id, event.ignored_id, is_ignoring=False)
    )
