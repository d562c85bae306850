"""Functions that hide the private messages of a user in a clean-up, and show them again.

A hidden message is a stub, as a deleted one. Its content is stored in `HiddenMessage` until the
clean-up is undone. Requests to strangers and invitations that wait for an answer are withdrawn.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.chat.events import MembershipChanged, MessageChanged
from community.domain.chat.messages import recount_reactions
from community.models import Chat, ChatMember, ChatMessage, Cleanup, HiddenMessage

# The SQL condition for messages that a clean-up hid.
is_hidden = (
    select(HiddenMessage.message_id)
    .where(col(HiddenMessage.message_id) == col(ChatMessage.id))
    .correlate(ChatMessage)
    .exists()
)
_has_chat = col(Chat.id) == col(ChatMember.chat_id)


async def count_for_cleanup(session: AsyncSession, author_id: int, *, is_deletion: bool) -> int:  # noqa: ARG001  # the same interface as posts and comments
    """Return how many messages a clean-up would hide, and how many requests it would withdraw."""
    messages = select(func.count()).select_from(ChatMessage).where(_is_shown_by(author_id))
    requests = select(func.count()).select_from(ChatMember).join(Chat, _has_chat)
    return (await session.scalar(messages) or 0) + (
        await session.scalar(requests.where(_is_request_by(author_id))) or 0
    )


async def hide_in_cleanup(session: AsyncSession, cleanup: Cleanup, *, limit: int) -> list[int]:
    """Hide the next messages after `position`, or withdraw the next requests.

    Returns:
        The ids of the messages. The position stays the same for each request.
    """
    query = (
        select(ChatMessage.id, ChatMessage.chat_id)
        .where(_is_shown_by(cleanup.user_id), col(ChatMessage.id) > cleanup.position)
        .order_by(col(ChatMessage.id))
        .limit(limit)
    )
    rows = (await session.execute(query)).all()
    if not rows:
        return [cleanup.position] * await _withdraw_requests(session, cleanup, limit)
    for message in await _lock_messages(session, [row[0] for row in rows], {r[1] for r in rows}):
        if message.deleted_at is None:
            await _hide(session, cleanup, message)
    await session.flush()
    return [row[0] for row in rows]


async def show_after_cleanup(session: AsyncSession, cleanup: Cleanup, *, limit: int) -> int:
    """Restore hidden messages, or offer withdrawn requests again. Return their number."""
    query = (
        select(HiddenMessage.message_id, ChatMessage.chat_id)
        .join(ChatMessage, col(ChatMessage.id) == col(HiddenMessage.message_id))
        .where(col(HiddenMessage.cleanup_id) == cleanup.id)
        .order_by(col(HiddenMessage.message_id))
        .limit(limit)
    )
    rows = (await session.execute(query)).all()
    if not rows:
        return await _offer_requests(session, cleanup, limit)
    for message in await _lock_messages(session, [row[0] for row in rows], {r[1] for r in rows}):
        # Read after the lock, because the author could have deleted the message meanwhile.
        hidden = await session.get(HiddenMessage, message.id)
        if hidden is not None:
            await _show(session, message, hidden)
    await session.flush()
    return len(rows)


def _is_shown_by(author_id: int) -> ColumnElement[bool]:
    return and_(
        col(ChatMessage.author_id) == author_id,
        col(ChatMessage.change) == "",
        col(ChatMessage.deleted_at).is_(None),
    )


def _is_request_by(user_id: int) -> ColumnElement[bool]:
    return and_(
        col(Chat.created_by_id) == user_id,
        col(ChatMember.status) == "request",
        col(ChatMember.user_id) != user_id,
    )


async def _lock_messages(
    session: AsyncSession, message_ids: Sequence[int], chat_ids: set[int]
) -> Sequence[ChatMessage]:
    """Lock the chats and return the messages. Edits and reactions lock the chat as well."""
    for chat_id in sorted(chat_ids):
        await session.get(Chat, chat_id, with_for_update=FOR_NO_KEY_UPDATE)
    rows = await session.scalars(
        select(ChatMessage)
        .where(col(ChatMessage.id).in_(message_ids))
        .order_by(col(ChatMessage.id))
        .execution_options(populate_existing=True)
    )
    return rows.all()


async def _hide(session: AsyncSession, cleanup: Cleanup, message: ChatMessage) -> None:
    session.add(
        HiddenMessage(
            message_id=message.id,
            cleanup_id=cleanup.id,
            text=message.text,
            html=message.html,
            files_count=message.files_count,
        )
    )
    message.text = message.html = ""
    message.files_count, message.reactions, message.reactions_count = 0, {}, 0
    message.deleted_at = clock.now()
    events.record(session, MessageChanged(message.chat_id, message.id))


async def _show(session: AsyncSession, message: ChatMessage, hidden: HiddenMessage) -> None:
    message.text, message.html = hidden.text, hidden.html
    message.files_count, message.deleted_at = hidden.files_count, None
    await recount_reactions(session, message)
    await session.delete(hidden)
    events.record(session, MessageChanged(message.chat_id, message.id))


async def _withdraw_requests(session: AsyncSession, cleanup: Cleanup, limit: int) -> int:
    query = select(ChatMember, Chat.kind).join(Chat, _has_chat)
    rows = await _lock_members(session, query.where(_is_request_by(cleanup.user_id)), limit)
    for member, kind in rows:
        member.status = "declined" if kind == "direct" else "left"
        member.left_at = clock.now() if kind == "group" else None
        member.cleanup_id = cleanup.id
        events.record(session, MembershipChanged(member.chat_id, member.user_id))
    await session.flush()
    return len(rows)


async def _offer_requests(session: AsyncSession, cleanup: Cleanup, limit: int) -> int:
    """Offer withdrawn requests again, unless the user has taken part or was invited since then."""
    query = select(ChatMember, Chat.kind).join(Chat, _has_chat)
    rows = await _lock_members(
        session, query.where(col(ChatMember.cleanup_id) == cleanup.id), limit
    )
    for member, kind in rows:
        if member.status == ("declined" if kind == "direct" else "left"):
            member.status, member.left_at = "request", None
            events.record(session, MembershipChanged(member.chat_id, member.user_id))
        member.cleanup_id = None
    await session.flush()
    return len(rows)


async def _lock_members(
    session: AsyncSession, query: Any, limit: int
) -> Sequence[tuple[ChatMember, str]]:
    rows = await session.execute(
        query.order_by(col(ChatMember.chat_id), col(ChatMember.user_id))
        .limit(limit)
        .with_for_update(of=ChatMember, **FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return [(row[0], row[1]) for row in rows]
