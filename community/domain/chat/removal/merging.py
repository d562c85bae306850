"""Functions that merge the chats of two accounts."""

from sqlalchemy import Subquery, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core import events
from community.core.db.statements import FOR_KEY_UPDATE
from community.domain.chat import memberships
from community.domain.chat.events import MembershipChanged
from community.domain.chat.starting import build_pair_key
from community.models import Chat, ChatFile, ChatMember, ChatMessage


async def move_chats(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Move the source's memberships of up to `limit` chats, and return their number.

    Where both have a direct chat with the same user, its messages become one conversation. A chat
    between the source and the target is deleted.
    """
    chats = await session.scalars(
        select(Chat)
        .join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))
        .where(col(ChatMember.user_id) == source_id)
        .order_by(col(Chat.id))
        .limit(limit)
        .with_for_update(of=Chat, **FOR_KEY_UPDATE)
    )
    found = chats.all()
    for chat in found:
        members = await memberships.find_members(session, chat)
        source = members.pop(source_id)
        if chat.kind == "group":
            await _move_membership(session, source, members.get(target_id), target_id)
        else:
            await _move_direct_chat(session, chat, source, members, target_id)
    return len(found)


def select_merged_chats(source_id: int, target_id: int) -> Subquery:
    """Return the direct chats of the source that will be merged with one of the target.

    The columns are `chat_id`, and `kept_id` with the chat of the target and the same other user.
    """
    source, other, target, kept_other = (aliased(ChatMember) for _ in range(4))
    merged, kept = aliased(Chat), aliased(Chat)
    return (
        select(col(merged.id).label("chat_id"), col(kept.id).label("kept_id"))
        .join(source, col(source.chat_id) == col(merged.id))
        .join(other, col(other.chat_id) == col(merged.id))
        .join(kept_other, col(kept_other.user_id) == col(other.user_id))
        .join(kept, col(kept.id) == col(kept_other.chat_id))
        .join(target, col(target.chat_id) == col(kept.id))
        .where(
            col(merged.kind) == "direct",
            col(kept.kind) == "direct",
            col(source.user_id) == source_id,
            col(other.user_id).not_in((source_id, target_id)),
            col(target.user_id) == target_id,
        )
        .subquery()
    )


async def _move_direct_chat(
    session: AsyncSession,
    chat: Chat,
    source: ChatMember,
    others: dict[int, ChatMember],
    target_id: int,
) -> None:
    if target_id in others:
        await _delete(session, chat)
        return
    [other] = others.values()
    key = build_pair_key(target_id, other.user_id)
    kept = await session.scalar(
        select(Chat).where(col(Chat.pair_key) == key).with_for_update(**FOR_KEY_UPDATE)
    )
    if kept is None:
        chat.pair_key = key
        await _move_membership(session, source, None, target_id)
        return
    for table in (ChatMessage, ChatFile):
        await session.execute(
            update(table)
            .where(col(table.chat_id) == chat.id)
            .values(chat_id=kept.id)
            .execution_options(synchronize_session=False)
        )
    kept.last_message_id = max(kept.last_message_id, chat.last_message_id)
    kept.updated_at = max(kept.updated_at, chat.updated_at)
    members = await memberships.find_members(session, kept)
    _combine(members[target_id], source)
    _combine(members[other.user_id], other)
    await session.flush()
    for user_id in members:
        events.record(session, MembershipChanged(kept.id, user_id))
    await _delete(session, chat)


async def _move_membership(
    session: AsyncSession, source: ChatMember, existing: ChatMember | None, target_id: int
) -> None:
    if existing is None:
        values = source.model_dump(exclude={"user_id"})
        session.add(ChatMember(**values, user_id=target_id))
    else:
        _combine(existing, source)
        if source.role == "owner":
            existing.role = "owner"
    await session.delete(source)
    await session.flush()


def _combine(kept: ChatMember, other: ChatMember) -> None:
    """Give a membership the rights of another one, and the later limit of what it has read.

    What only one of the two has read counts as read, so that read messages do not become unread.
    """
    if other.status == "active":
        kept.status, kept.left_at = "active", None
    kept.has_accepted = kept.has_accepted or other.has_accepted
    kept.last_read_message_id = max(kept.last_read_message_id, other.last_read_message_id)
    if other.requested_at is not None:
        kept.requested_at = max(kept.requested_at or other.requested_at, other.requested_at)
    kept.sees_from_id = min(kept.sees_from_id, other.sees_from_id)


async def _delete(session: AsyncSession, chat: Chat) -> None:
    await session.delete(chat)
    await session.flush()
