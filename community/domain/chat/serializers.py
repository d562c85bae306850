"""Functions that convert rows of chats and messages to read models for one member."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.core.text import markup
from community.domain import follows, people, site
from community.domain.chat import files, policies, schemas
from community.domain.chat.files import FileViews
from community.domain.people import UserSummary
from community.domain.site.schemas import ReactionCount
from community.models import (
    Chat,
    ChatMember,
    ChatMessage,
    HiddenMessage,
    MessageReaction,
    MessageSettings,
)

_NO_PERMISSIONS = schemas.MessagePermissions()
_NO_FILES = FileViews([], [])
# Built once, because building a statement takes longer than running this one.
_hides_read_marks = select(MessageSettings.user_id).where(
    col(MessageSettings.user_id).in_(bindparam("ids", expanding=True)),
    col(MessageSettings.read_marks).is_(False),
)
# Stands for a still picture of the smallest size in the URL of a file.
_STILL_PICTURE = 0


@dataclass(frozen=True)
class ChatRow:
    """A chat with the data from other tables that its view needs."""

    chat: Chat
    member: ChatMember
    members: Sequence[ChatMember]  # the memberships to show; those of a direct chat are complete
    members_count: int  # the number of members, also of those that are not in `members`
    unread_count: int
    last_message: schemas.MessageView | None
    partner: policies.Partner | None


@dataclass(frozen=True)
class MembersData:
    """What the views of memberships need: the users, and who has turned off read marks."""

    users: Mapping[int, UserSummary]
    hides_read_marks: Collection[int]

    @classmethod
    async def load(
        cls, session: AsyncSession, member_ids: Iterable[int], *, viewers: Iterable[int]
    ) -> "MembersData":
        ids = set(member_ids)
        rows = await session.scalars(_hides_read_marks, {"ids": [*ids.union(viewers)]})
        return cls(
            users=await people.find_user_summaries(session, ids, with_deleted=True),
            hides_read_marks=set(rows),
        )


@dataclass(frozen=True, slots=True)
class ChatRights:
    """What a member may do in a chat, and why they may not write, if so."""

    can: schemas.ChatPermissions
    blocked_reason: str
    blocked_code: str

    @classmethod
    def build(cls, actor: Actor, row: ChatRow) -> "ChatRights":
        chat, member, other = row.chat, row.member, None
        is_direct = chat.kind == "direct"
        if is_direct:
            other = next((found for found in row.members if found.user_id != actor.id), None)
        partner = row.partner if is_direct else None
        error = policies.find_send_error(actor, chat, member, other, partner)
        is_owner = policies.may_manage(chat, member)
        return cls(
            can=schemas.ChatPermissions(
                send=error is None,
                attach=error is None and not policies.is_request(other, partner),
                add_members=is_owner and actor.has_feature(policies.FEATURE),
                edit=is_owner,
                leave=policies.may_leave(chat, member),
            ),
            blocked_reason="" if error is None else error.message,
            blocked_code="" if error is None else error.code,
        )


def build_chat_view(actor: Actor, row: ChatRow, data: MembersData) -> schemas.ChatView:
    chat, member, rights = row.chat, row.member, ChatRights.build(actor, row)
    return schemas.ChatView(
        id=chat.id,
        kind=chat.kind,
        name=chat.name,
        picture=_build_picture_url(chat),
        members=[_build_member_view(actor, found, data) for found in row.members],
        members_count=row.members_count,
        last_message=row.last_message,
        unread_count=row.unread_count,
        is_request=member.status == "request",
        is_archived=member.archived_at is not None,
        muted_until=member.muted_until,
        newcomers_see_history=chat.newcomers_see_history,
        can=rights.can,
        blocked_reason=rights.blocked_reason,
        blocked_code=rights.blocked_code,
        updated_at=chat.updated_at,
    )


async def build_message_views(
    session: AsyncSession, actor: Actor, messages: Sequence[ChatMessage]
) -> list[schemas.MessageView]:
    """Return the view of each message, in the given order. Runs at most six queries."""
    replied = await _find_replied_messages(session, actor, messages)
    user_ids = {
        user_id
        for message in [*messages, *replied.values()]
        for user_id in (message.author_id, message.subject_id)
        if user_id is not None
    }
    users = await people.find_user_summaries(session, user_ids, with_deleted=True)
    my_reactions = await _find_my_reactions(session, actor, messages)
    files_by_message = await files.build_views(session, messages)
    own = [message for message in messages if actor.owns(message.author_id)]
    hidden_ids = await find_ids_hidden_by_cleanup(session, own)
    return [
        _build_message_view(
            actor,
            message,
            users=users,
            files=files_by_message.get(message.id, _NO_FILES),
            reply_to=_build_reply(replied.get(message.reply_to_id or 0), users),
            reactions=await site.build_reaction_counts(session, message.reactions),
            my_reaction=my_reactions.get(message.id),
            can=build_message_permissions(actor, message, hidden_ids),
        )
        for message in messages
    ]


async def find_ids_hidden_by_cleanup(
    session: AsyncSession, messages: Iterable[ChatMessage]
) -> Collection[int]:
    ids = [message.id for message in messages if message.deleted_at is not None]
    if not ids:
        return ()
    rows = await session.scalars(
        select(HiddenMessage.message_id).where(col(HiddenMessage.message_id).in_(ids))
    )
    return rows.all()


def build_message_permissions(
    actor: Actor, message: ChatMessage, hidden_ids: Collection[int]
) -> schemas.MessagePermissions:
    """Return what the actor may do with a message. They may also delete their hidden message."""
    if message.change:
        return _NO_PERMISSIONS
    if message.deleted_at is not None:
        is_own_hidden = message.id in hidden_ids and actor.owns(message.author_id)
        return schemas.MessagePermissions(delete=is_own_hidden)
    return schemas.MessagePermissions(
        edit=policies.may_edit(actor, message),
        delete=policies.may_delete(actor, message),
        react=actor.banned_at is None and not actor.is_read_only,
    )


def _build_message_view(
    actor: Actor,
    message: ChatMessage,
    *,
    users: Mapping[int, UserSummary],
    files: FileViews,
    reply_to: schemas.ReplyExcerpt | None,
    reactions: list[ReactionCount],
    my_reaction: str | None,
    can: schemas.MessagePermissions,
) -> schemas.MessageView:
    is_plain = not message.change and message.deleted_at is None
    return schemas.MessageView(
        id=message.id,
        chat_id=message.chat_id,
        author=users[message.author_id],
        text=message.text,
        html=message.html,
        media=files.media,
        files=files.files,
        change=message.change,
        subject=None if message.subject_id is None else users.get(message.subject_id),
        reply_to=reply_to if is_plain else None,
        reactions=reactions,
        my_reaction=my_reaction,
        client_id=message.client_id if actor.is_user(message.author_id) else None,
        can=can,
        edited_at=message.edited_at,
        deleted_at=message.deleted_at,
        created_at=message.created_at,
    )


def _build_member_view(
    actor: Actor, member: ChatMember, data: MembersData
) -> schemas.ChatMemberView:
    hidden = data.hides_read_marks
    is_shown = actor.is_user(member.user_id) or not (
        member.user_id in hidden or actor.user_id in hidden or member.status != "active"
    )
    return schemas.ChatMemberView(
        user=data.users[member.user_id],
        role=member.role,
        is_invited=member.status != "active" and actor.is_user(member.user_id),
        last_read_message_id=member.last_read_message_id if is_shown else None,
    )


def _build_picture_url(chat: Chat) -> str | None:
    if chat.picture_id is None:
        return None
    return urls.chat_file(chat.id, chat.picture_id, _STILL_PICTURE)


async def _find_replied_messages(
    session: AsyncSession, actor: Actor, messages: Sequence[ChatMessage]
) -> dict[int, ChatMessage]:
    """Return the messages that others reply to.

    Those by users whom the actor ignores are left out, and those before the actor joined, if the
    group hides its history from them.
    """
    ids = {message.reply_to_id for message in messages if message.reply_to_id is not None}
    if not ids:
        return {}
    rows = await session.scalars(
        select(ChatMessage).where(
            col(ChatMessage.id).in_(ids),
            follows.build_ignored_author_filter(actor, col(ChatMessage.author_id)),
            ~exists().where(
                col(ChatMember.chat_id) == col(ChatMessage.chat_id),
                col(ChatMember.user_id) == actor.user_id,
                col(ChatMember.sees_from_id) >= col(ChatMessage.id),
            ),
        )
    )
    return {row.id: row for row in rows}


def _build_reply(
    message: ChatMessage | None, users: Mapping[int, UserSummary]
) -> schemas.ReplyExcerpt | None:
    if message is None:
        return None
    excerpt = markup.excerpt(message.text, policies.EXCERPT_LENGTH, kind="message")
    return schemas.ReplyExcerpt(id=message.id, author=users[message.author_id], excerpt=excerpt)


async def _find_my_reactions(
    session: AsyncSession, actor: Actor, messages: Sequence[ChatMessage]
) -> dict[int, str]:
    ids = [message.id for message in messages if message.reactions]
    if not ids or actor.is_guest:
        return {}
    rows = await session.execute(
        select(MessageReaction.message_id, MessageReaction.code).where(
            MessageReaction.user_id == actor.id, col(MessageReaction.message_id).in_(ids)
        )
    )
    return {row[0]: row[1] for row in rows}
