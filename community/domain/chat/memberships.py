"""Functions that find and lock a chat together with the memberships of its users."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.chat import policies
from community.domain.chat.events import MessageSent
from community.domain.chat.partners import load_partner
from community.domain.chat.policies import Partner
from community.domain.jobs import outbox
from community.models import Chat, ChatMember, ChatMessage

NOTIFY_JOB = "notify_of_messages"

# Built once, because building these statements takes longer than running them.
_readable_chat = select(Chat).where(
    col(Chat.id) == bindparam("chat_id"),
    select(ChatMember.chat_id)
    .where(
        col(ChatMember.chat_id) == col(Chat.id),
        col(ChatMember.user_id) == bindparam("user_id"),
        policies.may_read_chat,
    )
    .exists(),
)
_readable_chat_for_update = _readable_chat.with_for_update(
    of=Chat, **FOR_NO_KEY_UPDATE
).execution_options(populate_existing=True)
_members = (
    select(ChatMember)
    .where(col(ChatMember.chat_id) == bindparam("chat_id"))
    .order_by(col(ChatMember.joined_at), col(ChatMember.user_id))
    .execution_options(populate_existing=True)
)
_some_members = _members.where(col(ChatMember.user_id).in_(bindparam("user_ids", expanding=True)))


@dataclass(frozen=True, slots=True)
class OpenChat:
    """A chat, the membership of the actor, and the other user if it is a direct chat."""

    chat: Chat
    member: ChatMember
    other: ChatMember | None = None


async def get_readable(
    session: AsyncSession, actor: Actor, chat_id: int, *, for_update: bool = False
) -> OpenChat:
    """Return a chat that the actor may read.

    An administrator who sees the site as another user may read no chats of that user.
    """
    query = _readable_chat_for_update if for_update else _readable_chat
    chat = None
    if not actor.is_read_only:
        chat = await session.scalar(query, {"chat_id": chat_id, "user_id": actor.id})
    if chat is None:
        raise policies.make_chat_not_found_error()
    # Read after the lock, because the transaction that held it could have removed the actor.
    members = await find_members(session, chat, None if chat.kind == "direct" else [actor.id])
    member = members.get(actor.id)
    if member is None or not policies.may_read(member):
        raise policies.make_chat_not_found_error()
    others = [row for row in members.values() if row.user_id != actor.id]
    return OpenChat(chat, member, others[0] if others else None)


async def find_members(
    session: AsyncSession, chat: Chat, user_ids: Collection[int] | None = None
) -> dict[int, ChatMember]:
    """Return all memberships of a chat, or those of some users, by the ids of the users."""
    if user_ids is None:
        rows = await session.scalars(_members, {"chat_id": chat.id})
    else:
        rows = await session.scalars(
            _some_members, {"chat_id": chat.id, "user_ids": list(user_ids)}
        )
    return {row.user_id: row for row in rows}


async def find_partner(session: AsyncSession, actor: Actor, opened: OpenChat) -> Partner | None:
    """Return the other user of a direct chat as the partner of the actor. None for a group."""
    if opened.other is None:
        return None
    return await load_partner(session, actor, opened.other.user_id)


async def add_message(session: AsyncSession, chat: Chat, message: ChatMessage) -> ChatMessage:
    """Store a message as the latest one of a chat, which the caller has locked.

    A job notifies those who have not read it after some seconds, unless one already waits.
    """
    message.chat_id = chat.id
    session.add(message)
    await session.flush()
    chat.last_message_id, chat.updated_at = message.id, clock.now()
    if not message.change and chat.notify_at is None:
        chat.notify_at = clock.now() + policies.NOTIFY_DELAY
        enqueue_notifications(session, chat, message.id)
    # Locking the chat again in this transaction reads the row again, and would drop the changes.
    await session.flush()
    events.record(session, MessageSent(chat.id, message.id, message.author_id))
    return message


def enqueue_notifications(session: AsyncSession, chat: Chat, from_id: int) -> None:
    """Enqueue the job that notifies the members at `notify_at` of the messages since one."""
    outbox.enqueue(session, NOTIFY_JOB, due_at=chat.notify_at, chat_id=chat.id, from_id=from_id)


async def add_change(
    session: AsyncSession,
    actor_id: int,
    chat: Chat,
    change: str,
    *,
    subject_id: int | None = None,
    name: str = "",
) -> None:
    """Add a line to a group that tells what a user changed.

    Args:
        change: A value of `ChatMessage.change`.
    """
    await add_message(
        session,
        chat,
        ChatMessage(author_id=actor_id, change=change, subject_id=subject_id, text=name),
    )
