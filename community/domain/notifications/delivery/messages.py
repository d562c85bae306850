"""Notifications of private messages: one per chat, which collects messages while it is unread."""

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import chat
from community.domain.chat import MessageRangeKey
from community.domain.notifications.delivery import retraction
from community.domain.notifications.delivery.notices import Notice, build_collapse_key, notify
from community.domain.notifications.events import InboxesChanged
from community.domain.notifications.kinds import NotificationKind
from community.models import Notification

_KIND = NotificationKind.PRIVATE_MESSAGE

# Built once, because building it takes longer than running it.
_unread = (
    select(Notification)
    .where(
        col(Notification.recipient_id) == bindparam("user_id"),
        col(Notification.collapse_key) == bindparam("collapse_key"),
        col(Notification.read_at).is_(None),
    )
    .with_for_update(**FOR_NO_KEY_UPDATE)
)


async def notify_of_messages(session: AsyncSession, *, chat_id: int, from_id: int) -> None:
    """Notify the members of a chat who have not read its new messages."""
    for found in await chat.find_new_messages(session, chat_id=chat_id, from_id=from_id):
        notice = Notice(
            found.author_id,
            chat_id=chat_id,
            first_message_id=found.first_id,
            message_id=found.last_id,
        )
        await notify(session, notice, dict.fromkeys(found.recipient_ids, (_KIND,)))


async def notify_invited(session: AsyncSession, event: chat.Invited) -> None:
    notice = Notice(event.inviter_id, chat_id=event.chat_id)
    await notify(session, notice, {event.user_id: (_KIND,)})


async def mark_messages_read(session: AsyncSession, event: chat.ChatRead) -> None:
    """Mark the notification of a chat as read once its messages are read.

    If only the first of them are read, the notification is about the others.
    """
    row = await _lock_notification(session, event.chat_id, event.user_id)
    if row is None or row.message_id is None:
        return
    if row.message_id <= event.message_id:
        await _mark_read(session, row)
    elif row.first_message_id is not None and row.first_message_id <= event.message_id:
        row.first_message_id = event.message_id + 1
        await session.flush()
        events.record(session, InboxesChanged((event.user_id,)))


async def handle_membership_changed(session: AsyncSession, event: chat.MembershipChanged) -> None:
    """Delete the notification of a user who may no longer read the chat.

    A user who joins a group has answered its invitation. After a merge, a user can have read the
    messages.
    """
    row = await _lock_notification(session, event.chat_id, event.user_id)
    if row is None:
        return
    member = await chat.find_membership(session, chat_id=event.chat_id, user_id=event.user_id)
    if member is None:
        await retraction.delete_notifications(session, [row])
    elif row.message_id is None:
        if member.status == "active":
            await _mark_read(session, row)
    elif row.message_id <= member.last_read_message_id:
        await _mark_read(session, row)


async def retract_message(session: AsyncSession, event: chat.MessageChanged) -> None:
    """Delete the unread notifications of a deleted message.

    Notifications of several messages stay, but without the author if no other is theirs.
    """
    message = await chat.find_deleted(session, event.message_id)
    if message is None:
        return
    rows = await retraction.lock_unread(
        session,
        col(Notification.chat_id) == event.chat_id,
        col(Notification.first_message_id) <= message.id,
        col(Notification.message_id) >= message.id,
    )
    if not rows:
        return
    first_id = min(row.first_message_id or 0 for row in rows)
    last_id = max(row.message_id or 0 for row in rows)
    others = await chat.list_ids_by(
        session, message.author_id, MessageRangeKey(event.chat_id, first_id, last_id)
    )
    without_author = [
        row
        for row in rows
        if not any((row.first_message_id or 0) <= id_ <= (row.message_id or 0) for id_ in others)
    ]
    await retraction.remove_actor_from_notifications(session, without_author, message.author_id)


async def move_chat_notifications(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` notifications of chats that are about to be merged, for all recipients.

    If a recipient also has an unread notification of the other chat, it takes over the messages.
    """
    merged = chat.select_merged_chats(source_id, target_id)
    found = await session.execute(
        select(Notification, merged.c.kept_id)
        .join(merged, merged.c.chat_id == col(Notification.chat_id))
        .order_by(col(Notification.id))
        .limit(limit)
        .with_for_update(of=Notification, **FOR_NO_KEY_UPDATE)
    )
    recipient_ids = set()
    for row, kept_id in found.all():
        if row.read_at is None:
            existing = await _lock_notification(session, kept_id, row.recipient_id)
            if existing is not None:
                _combine(existing, row)
        row.chat_id = kept_id
        row.collapse_key = build_collapse_key(_KIND, chat_id=kept_id)
        await session.flush()
        recipient_ids.add(row.recipient_id)
    if recipient_ids:
        events.record(session, InboxesChanged(tuple(sorted(recipient_ids))))
    return len(recipient_ids)


def _combine(kept: Notification, other: Notification) -> None:
    """Let a notification be about the messages of another one too, which becomes read."""
    kept.first_message_id = min(kept.first_message_id or 0, other.first_message_id or 0)
    kept.message_id = max(kept.message_id or 0, other.message_id or 0)
    kept.bumped_at = max(kept.bumped_at, other.bumped_at)
    other.read_at = clock.now()
    other.seen_at = other.seen_at or other.read_at


async def _lock_notification(
    session: AsyncSession, chat_id: int, user_id: int
) -> Notification | None:
    key = build_collapse_key(_KIND, chat_id=chat_id)
    return await session.scalar(_unread, {"user_id": user_id, "collapse_key": key})


async def _mark_read(session: AsyncSession, row: Notification) -> None:
    row.read_at = clock.now()
    row.seen_at = row.seen_at or row.read_at
    await session.flush()
    events.record(session, InboxesChanged((row.recipient_id,)))
