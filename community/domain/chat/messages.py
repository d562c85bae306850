"""Actions on messages: send, edit, delete, react, and mark as read."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import BigInteger, bindparam, case, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, func, select, update

from community import urls
from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.text import markup
from community.domain import identity, people, reactions
from community.domain.chat import files as chat_files, memberships, policies, visibility
from community.domain.chat.events import ChatRead, MembershipChanged, MessageChanged
from community.i18n import gettext as _
from community.models import ChatMember, ChatMessage, HiddenMessage, MessageReaction

# Built once, because building these statements takes longer than running them. A connection runs
# them, because the ORM would take longer, too. The author of a new message has read it, and it ends
# that members have archived the chat.
_author_reads = case(
    (col(ChatMember.user_id) == bindparam("author"), bindparam("message", type_=BigInteger)),
    else_=col(ChatMember.last_read_message_id),
)
_move_to_inbox = (
    update(ChatMember)
    .where(
        col(ChatMember.chat_id) == bindparam("chat"),
        or_(
            col(ChatMember.user_id) == bindparam("author"),
            col(ChatMember.archived_at).is_not(None),
        ),
    )
    .values(archived_at=None, last_read_message_id=_author_reads)
)
_move_pointer = (
    update(ChatMember)
    .where(
        col(ChatMember.chat_id) == bindparam("chat"),
        col(ChatMember.user_id) == bindparam("reader"),
        col(ChatMember.last_read_message_id) < bindparam("message", type_=BigInteger),
    )
    .values(last_read_message_id=bindparam("message", type_=BigInteger))
    .returning(col(ChatMember.user_id))
)


async def render_text(text: str) -> markup.RenderedMessage:
    """Validate and render the text of a message. Call this function outside a transaction."""
    return await markup.render_message(policies.clean_text(text))


async def send(
    session: AsyncSession,
    actor: Actor,
    *,
    chat_id: int,
    text: markup.RenderedMessage,
    media: Sequence[UUID] = (),
    files: Sequence[UUID] = (),
    client_id: UUID | None = None,
    reply_to_id: int | None = None,
) -> ChatMessage:
    """Send a message to a chat. Writing in a chat also accepts it.

    Args:
        client_id: An id that the client generated. A repeated call with the same id returns the
            existing message.

    Raises:
        PermissionDenied: The actor may not write: see `policies.find_send_error`.
        Invalid: The message is empty or has too many files, a request contains a link or a file, or
            a file or the message to reply to is not available.
        Conflict: The actor already sent a different message with this `client_id`.
    """
    policies.ensure_not_empty(text.text, has_files=bool(media or files))
    policies.ensure_files_count(media=len(media), files=len(files))
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    if client_id is not None:
        duplicate = await _find_duplicate(session, actor, chat_id, client_id, text.text)
        if duplicate is not None:
            return duplicate
    await _ensure_may_send(session, actor, opened, text, has_files=bool(media or files))
    _accept_by_writing(session, opened)
    if reply_to_id is not None:
        await _ensure_may_reply_to(session, actor, opened, reply_to_id)
    message = ChatMessage(
        author_id=actor.id,
        text=text.text,
        html=await _build_html(session, text),
        client_id=client_id,
        reply_to_id=reply_to_id,
    )
    has_unread = opened.member.last_read_message_id < opened.chat.last_message_id
    await memberships.add_message(session, opened.chat, message)
    await chat_files.attach(session, actor, message, media=media, files=files)
    if has_unread:
        events.record(session, ChatRead(chat_id, actor.id, message.id))
    connection = await session.connection()
    await connection.execute(
        _move_to_inbox, {"chat": chat_id, "author": actor.id, "message": message.id}
    )
    await identity.ensure_not_banned_meanwhile(session, actor)
    return message


async def edit(
    session: AsyncSession,
    actor: Actor,
    *,
    chat_id: int,
    message_id: int,
    text: markup.RenderedMessage,
) -> ChatMessage:
    """Change the text of one's own message.

    Raises:
        PermissionDenied: Another user wrote the message, it was deleted, or the actor may no longer
            write in the chat.
        Invalid: The message would be empty, or a request contains a link.
    """
    opened, message = await _get_for_update(session, actor, chat_id, message_id)
    if not policies.may_delete(actor, message):
        raise errors.PermissionDenied(_("You can only edit your own messages."))
    policies.ensure_not_empty(text.text, has_files=message.files_count > 0)
    await _ensure_may_send(session, actor, opened, text, edits=True)
    if text.text == message.text:
        return message
    message.text, message.html = text.text, await _build_html(session, text)
    if clock.now() - message.created_at > policies.EDIT_GRACE_PERIOD:
        message.edited_at = clock.now()
    events.record(session, MessageChanged(chat_id, message_id))
    await identity.ensure_not_banned_meanwhile(session, actor)
    return message


async def delete_message(
    session: AsyncSession, actor: Actor, *, chat_id: int, message_id: int
) -> bool:
    """Delete one's own message for all members. A stub without text remains.

    A message that a clean-up hid is deleted as well, so that undoing the clean-up does not show it.
    """
    _opened, message = await _get_for_update(session, actor, chat_id, message_id)
    is_stub = message.deleted_at is not None and actor.owns(message.author_id)
    if not is_stub and not policies.may_delete(actor, message):
        raise errors.PermissionDenied(_("You can only delete your own messages."))
    if await is_erased(session, message):
        return False
    await erase_content(session, message)
    events.record(session, MessageChanged(chat_id, message_id))
    return True


async def is_erased(session: AsyncSession, message: ChatMessage) -> bool:
    """Return whether a message was deleted. The content of one that a clean-up hid still exists."""
    hidden = select(HiddenMessage.message_id).where(col(HiddenMessage.message_id) == message.id)
    return message.deleted_at is not None and await session.scalar(hidden) is None


async def erase_content(session: AsyncSession, message: ChatMessage) -> None:
    """Turn a message into a stub without text, files and reactions, also if it was hidden."""
    hidden = await session.get(HiddenMessage, message.id)
    if hidden is not None:
        await session.delete(hidden)
    if message.files_count or (hidden is not None and hidden.files_count):
        await chat_files.release(session, [message.id])
    message.files_count = 0
    message.text = message.html = ""
    message.reactions, message.reactions_count = {}, 0
    message.deleted_at = clock.now()
    await session.execute(
        delete(MessageReaction).where(col(MessageReaction.message_id) == message.id)
    )
    await session.flush()


async def react(
    session: AsyncSession, actor: Actor, *, chat_id: int, message_id: int, code: str | None
) -> ChatMessage:
    """Set, replace or remove the actor's reaction to a message."""
    opened, message = await _get_for_update(session, actor, chat_id, message_id)
    await _ensure_may_react(session, actor, opened)
    if message.change or message.deleted_at is not None:
        raise errors.Invalid.for_field("reaction", _("You can't react to this message."))
    existing = await session.get(MessageReaction, (message_id, actor.id))
    if code == (existing.code if existing else None):
        return message
    if code is not None:
        await reactions.ensure_may_choose(session, actor, code)
        await session.merge(MessageReaction(message_id=message_id, user_id=actor.id, code=code))
    elif existing is not None:
        await session.delete(existing)
    await session.flush()
    await recount_reactions(session, message)
    events.record(session, MessageChanged(chat_id, message_id))
    return message


async def recount_reactions(session: AsyncSession, message: ChatMessage) -> None:
    rows = await session.execute(
        select(MessageReaction.code, func.count())
        .where(col(MessageReaction.message_id) == message.id)
        .group_by(col(MessageReaction.code))
    )
    message.reactions = {row[0]: row[1] for row in rows}
    message.reactions_count = sum(message.reactions.values())
    await session.flush()


async def mark_read(session: AsyncSession, actor: Actor, *, chat_id: int, message_id: int) -> bool:
    """Store that the actor has read all messages up to `message_id`. It never moves back."""
    opened = await memberships.get_readable(session, actor, chat_id)
    pointer = min(message_id, opened.chat.last_message_id)
    connection = await session.connection()
    moved = await connection.execute(
        _move_pointer, {"chat": chat_id, "reader": actor.id, "message": pointer}
    )
    if moved.one_or_none() is None:
        return False
    events.record(session, ChatRead(chat_id, actor.id, pointer))
    return True


async def _get_for_update(
    session: AsyncSession, actor: Actor, chat_id: int, message_id: int
) -> tuple[memberships.OpenChat, ChatMessage]:
    opened = await memberships.get_readable(session, actor, chat_id, for_update=True)
    message = await session.scalar(
        select(ChatMessage).where(
            col(ChatMessage.id) == message_id,
            await visibility.is_visible_to(session, actor, opened),
        )
    )
    if message is None:
        raise policies.make_message_not_found_error()
    return opened, message


async def _find_duplicate(
    session: AsyncSession, actor: Actor, chat_id: int, client_id: UUID, text: str
) -> ChatMessage | None:
    # The lock of the chat lets concurrent repetitions wait. The unique index covers other chats.
    earlier = await session.scalar(
        select(ChatMessage).where(
            col(ChatMessage.author_id) == actor.id, col(ChatMessage.client_id) == client_id
        )
    )
    if earlier is None:
        return None
    is_changed = earlier.edited_at is not None or earlier.deleted_at is not None
    if earlier.chat_id != chat_id or (earlier.text != text and not is_changed):
        raise errors.Conflict(
            _("You already sent a different message from here. Send this one as a new message.")
        )
    return earlier


async def _ensure_may_send(
    session: AsyncSession,
    actor: Actor,
    opened: memberships.OpenChat,
    text: markup.RenderedMessage,
    *,
    has_files: bool = False,
    edits: bool = False,
) -> None:
    partner = await memberships.find_partner(session, actor, opened)
    error = policies.find_send_error(
        actor, opened.chat, opened.member, opened.other, partner, edits=edits
    )
    if error is not None:
        raise error
    if policies.is_request(opened.other, partner):
        policies.ensure_request_allowed(text, has_files=has_files)
    elif opened.other is not None and opened.other.status == "request":
        # The two are no longer strangers, so the chat moves to the inbox of the other user.
        opened.other.status = "active"
        events.record(session, MembershipChanged(opened.chat.id, opened.other.user_id))


async def _ensure_may_reply_to(
    session: AsyncSession, actor: Actor, opened: memberships.OpenChat, message_id: int
) -> None:
    found = await session.scalar(
        select(ChatMessage.id).where(
            col(ChatMessage.id) == message_id,
            col(ChatMessage.change) == "",
            await visibility.is_visible_to(session, actor, opened),
        )
    )
    if found is None:
        raise errors.Invalid.for_field(
            "reply_to_id", _("The message you're replying to is no longer available.")
        )


async def _ensure_may_react(
    session: AsyncSession, actor: Actor, opened: memberships.OpenChat
) -> None:
    policies.ensure_not_banned(actor)
    if opened.member.status != "active":
        raise errors.PermissionDenied(_("Accept the conversation first."))
    partner = await memberships.find_partner(session, actor, opened)
    if partner is not None and partner.is_ignoring:
        raise policies.make_refused_error()


def _accept_by_writing(session: AsyncSession, opened: memberships.OpenChat) -> None:
    member = opened.member
    if member.status != "active":
        events.record(session, MembershipChanged(opened.chat.id, member.user_id))
    member.status, member.has_accepted = "active", True


async def _build_html(session: AsyncSession, text: markup.RenderedMessage) -> str:
    users = await people.find_users_by_slug(session, text.mentions)
    return text.build_html({slug: urls.profile(user.slug) for slug, user in users.items()})
