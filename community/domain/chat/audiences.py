"""The same message, chat and read marks as several members see them, for live updates of pages.

The functions with the parameter `viewers` get them as actors by user id. They leave out viewers who
may not read the chat now. The number of their queries does not depend on the number of viewers.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import bindparam, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core.actor import GUEST, Actor
from community.core.db.rows import RowSelection
from community.core.db.statements import is_one_of_parameter
from community.domain import follows, people
from community.domain.chat import policies, schemas, serializers, visibility
from community.domain.chat.partners import load_partner
from community.domain.people import UserSummary
from community.models import Chat, ChatMember, ChatMessage, MessageReaction, MessageSettings

Viewers = Mapping[int, Actor]

# Built once, because building these statements takes longer than running them.
_message = (
    select(ChatMessage, Chat.kind)
    .join(Chat, col(Chat.id) == col(ChatMessage.chat_id))
    .where(col(ChatMessage.id) == bindparam("message_id"))
)
_readers = select(ChatMember.user_id, ChatMember.status, ChatMember.sees_from_id).where(
    col(ChatMember.chat_id) == bindparam("chat_id"), policies.may_read_chat
)


_MEMBERS = RowSelection(
    "_MemberRow",
    (
        ChatMember.user_id,
        ChatMember.role,
        ChatMember.status,
        ChatMember.has_accepted,
        ChatMember.last_read_message_id,
        ChatMember.muted_until,
        ChatMember.archived_at,
    ),
)
_members = (
    _MEMBERS.select_from(ChatMember)
    .join(Chat, col(Chat.id) == col(ChatMember.chat_id))
    .where(
        col(Chat.id) == bindparam("chat_id"),
        or_(col(Chat.kind) == "direct", policies.may_read_chat),
    )
    .order_by(col(ChatMember.joined_at), col(ChatMember.user_id))
)
_unread = (
    select(ChatMember.user_id, visibility.build_unread_count(), visibility.build_last_message_id())
    .join(Chat, col(Chat.id) == col(ChatMember.chat_id))
    .where(
        col(Chat.id) == bindparam("chat_id"),
        is_one_of_parameter(col(ChatMember.user_id), "user_ids"),
    )
)


@dataclass(frozen=True)
class MessageAudience:
    """Users who see a message in the same way."""

    view: schemas.MessageView
    user_ids: list[int]


@dataclass(frozen=True)
class ChatAudience:
    """Users who see a chat in the same way."""

    view: schemas.ChatView
    user_ids: list[int]


@dataclass(frozen=True, slots=True)
class _ChatDifference:
    """What can differ between the views of a chat."""

    rights: serializers.ChatRights
    is_request: bool
    is_archived: bool
    muted_until: datetime | None
    unread_count: int
    last_message_id: int | None
    viewer_id: int | None  # the viewer, if they see the members in another way than others do

    @classmethod
    def build(
        cls,
        actor: Actor,
        row: serializers.ChatRow,
        data: serializers.MembersData,
        last_message_id: int | None,
    ) -> "_ChatDifference":
        member = row.member
        is_shown = any(shown.user_id == member.user_id for shown in row.members)
        has_own_view = is_shown or member.user_id in data.hides_read_marks
        return cls(
            rights=serializers.ChatRights.build(actor, row),
            is_request=member.status == "request",
            is_archived=member.archived_at is not None,
            muted_until=member.muted_until,
            unread_count=row.unread_count,
            last_message_id=last_message_id,
            viewer_id=member.user_id if has_own_view else None,
        )


@dataclass(frozen=True, slots=True)
class _Difference:
    """What can differ between the views of a message."""

    can: schemas.MessagePermissions
    my_reaction: str | None
    is_author: bool
    hides_reply: bool


async def list_readers(session: AsyncSession, chat_id: int) -> list[int]:
    rows = await (await session.connection()).execute(_readers, {"chat_id": chat_id})
    return [row[0] for row in rows]


async def list_common_groups(session: AsyncSession, user_id: int, other_id: int) -> list[int]:
    """Return the ids of the latest groups of a user in which another user has been, too."""
    other = aliased(ChatMember)
    rows = await session.scalars(
        select(Chat.id)
        .join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))
        .join(other, col(other.chat_id) == col(Chat.id))
        .where(
            col(Chat.kind) == "group",
            col(ChatMember.user_id) == user_id,
            policies.may_read_chat,
            col(other.user_id) == other_id,
        )
        .order_by(col(Chat.last_message_id).desc())
        .limit(policies.CHATS_PER_PAGE)
    )
    return list(rows)


async def find_message_audiences(
    session: AsyncSession, *, message_id: int, viewers: Viewers
) -> list[MessageAudience]:
    """Return a message as each of the viewers sees it. Viewers who do not see it are left out."""
    found = (await session.execute(_message, {"message_id": message_id})).one_or_none()
    if found is None:
        return []
    message: ChatMessage = found[0]
    is_group = found[1] == "group"
    [view] = await serializers.build_message_views(session, GUEST, [message])
    members = await _find_viewing_members(session, message.chat_id, viewers, is_group=is_group)
    actors = [viewers[user_id] for user_id, _ in members]
    ignoring = await follows.filter_ignoring(session, actors, message.author_id)
    ignoring_replied = (
        await follows.filter_ignoring(session, actors, view.reply_to.author.id)
        if view.reply_to is not None
        else set()
    )
    reactions = await _find_reactions(session, message, viewers)
    hidden_ids = await serializers.find_ids_hidden_by_cleanup(session, [message])
    groups: dict[_Difference, list[int]] = defaultdict(list)
    for user_id, sees_from_id in members:
        if message.id <= sees_from_id or (is_group and user_id in ignoring):
            continue
        difference = _Difference(
            can=serializers.build_message_permissions(viewers[user_id], message, hidden_ids),
            my_reaction=reactions.get(user_id),
            is_author=user_id == message.author_id,
            hides_reply=view.reply_to is not None
            and (user_id in ignoring_replied or view.reply_to.id <= sees_from_id),
        )
        groups[difference].append(user_id)
    return [
        MessageAudience(_apply(difference, view, message), user_ids)
        for difference, user_ids in groups.items()
    ]


async def find_chat_audiences(
    session: AsyncSession, *, chat_id: int, viewers: Viewers, has_all_members: bool = False
) -> list[ChatAudience]:
    """Return a chat as each of the viewers sees it.

    Args:
        has_all_members: Whether the views contain all members, as `get_chat` returns them, instead
            of the first few.
    """
    chat = await session.get(Chat, chat_id)
    if chat is None:
        return []
    members = await _load_members(session, chat)
    user_ids = set(_get_user_ids(viewers))
    readers = [row for row in members if row.user_id in user_ids and policies.may_read(row)]
    rows = await (await session.connection()).execute(
        _unread, {"chat_id": chat_id, "user_ids": [row.user_id for row in readers]}
    )
    unread = {row[0]: (row[1], row[2]) for row in rows}
    messages = await _load_last_messages(
        session, {last_id for _, last_id in unread.values() if last_id is not None}
    )
    shown = members if has_all_members else members[: policies.MAX_LISTED_MEMBERS]
    data = await serializers.MembersData.load(
        session, [row.user_id for row in shown], viewers=[row.user_id for row in readers]
    )
    audiences: dict[_ChatDifference, ChatAudience] = {}
    for member in readers:
        actor = viewers[member.user_id]
        unread_count, last_message_id = unread.get(member.user_id, (0, None))
        row = serializers.ChatRow(
            chat=chat,
            member=member,
            members=shown,
            members_count=len(members),
            unread_count=unread_count,
            last_message=messages.get(last_message_id or 0),
            partner=await _load_partner(session, actor, chat, members),
        )
        difference = _ChatDifference.build(actor, row, data, last_message_id)
        if difference not in audiences:
            audiences[difference] = ChatAudience(serializers.build_chat_view(actor, row, data), [])
        audiences[difference].user_ids.append(member.user_id)
    return list(audiences.values())


async def find_read_marks(
    session: AsyncSession, *, chat_id: int, viewers: Viewers
) -> tuple[dict[int, int], list[int]]:
    """Return how far the members of a chat have read, and which of the viewers may see it.

    Returns:
        The ids of the last messages that were read, by the ids of the users, and the ids of the
        viewers. Users who have turned off read marks are in neither.
    """
    rows = await session.scalars(select(ChatMember).where(col(ChatMember.chat_id) == chat_id))
    members = [row for row in rows if row.status == "active"]
    ids = [row.user_id for row in members]
    hidden = await session.scalars(
        select(MessageSettings.user_id).where(
            col(MessageSettings.user_id).in_(ids), col(MessageSettings.read_marks).is_(False)
        )
    )
    shown = set(ids) - set(hidden)
    marks = {row.user_id: row.last_read_message_id for row in members if row.user_id in shown}
    return marks, [user_id for user_id in _get_user_ids(viewers) if user_id in shown]


async def find_typing_viewers(
    session: AsyncSession, *, chat_id: int, user_id: int, viewers: Viewers
) -> tuple[UserSummary | None, list[int]]:
    """Return the user who types, and which of the viewers may see it.

    The user does not see it themself, and neither do those who ignore them, or are ignored by them.
    A member sees it only after they have accepted the chat.
    """
    rows = await session.scalars(
        select(ChatMember.user_id).where(
            col(ChatMember.chat_id) == chat_id,
            col(ChatMember.user_id).in_([*_get_user_ids(viewers), user_id]),
            col(ChatMember.status) == "active",
        )
    )
    active_ids = set(rows)
    if user_id not in active_ids:
        return None, []
    others = active_ids - {user_id}
    others -= await follows.find_ignored_between(session, user_id, others)
    summaries = await people.find_user_summaries(session, [user_id])
    return summaries.get(user_id), sorted(others)


def _get_user_ids(viewers: Viewers) -> list[int]:
    """Return the ids of the viewers, without administrators who see the site as another user."""
    return [user_id for user_id, actor in viewers.items() if not actor.is_read_only]


async def _load_members(session: AsyncSession, chat: Chat) -> list[ChatMember]:
    """Return the memberships that a chat shows. They cannot be changed."""
    return cast("list[ChatMember]", await _MEMBERS.load(session, _members, {"chat_id": chat.id}))


async def _find_viewing_members(
    session: AsyncSession, chat_id: int, viewers: Viewers, *, is_group: bool
) -> list[tuple[int, int]]:
    """Return those viewers who see messages of a chat, and after which message they begin."""
    user_ids = set(_get_user_ids(viewers))
    # All members, because a list of ids in the statement would take longer than other rows.
    rows = await (await session.connection()).execute(_readers, {"chat_id": chat_id})
    return [
        (user_id, sees_from_id)
        for user_id, status, sees_from_id in rows
        if user_id in user_ids and (not is_group or status == "active")
    ]


async def _find_reactions(
    session: AsyncSession, message: ChatMessage, user_ids: Collection[int]
) -> dict[int, str]:
    if not message.reactions_count:
        return {}
    rows = await session.execute(
        select(MessageReaction.user_id, MessageReaction.code).where(
            col(MessageReaction.message_id) == message.id,
            col(MessageReaction.user_id).in_(user_ids),
        )
    )
    return {row[0]: row[1] for row in rows}


def _apply(
    difference: _Difference, view: schemas.MessageView, message: ChatMessage
) -> schemas.MessageView:
    return view.model_copy(
        update={
            "can": difference.can,
            "my_reaction": difference.my_reaction,
            "client_id": message.client_id if difference.is_author else None,
            "reply_to": None if difference.hides_reply else view.reply_to,
        }
    )


async def _load_last_messages(
    session: AsyncSession, message_ids: Collection[int]
) -> dict[int, schemas.MessageView]:
    """Return the messages without what differs between their viewers."""
    if not message_ids:
        return {}
    rows = await session.scalars(select(ChatMessage).where(col(ChatMessage.id).in_(message_ids)))
    views = await serializers.build_message_views(session, GUEST, rows.all())
    return {view.id: view.model_copy(update={"reply_to": None}) for view in views}


async def _load_partner(
    session: AsyncSession, actor: Actor, chat: Chat, members: Collection[ChatMember]
) -> policies.Partner | None:
    if chat.kind != "direct":
        return None
    other_id = next(row.user_id for row in members if row.user_id != actor.id)
    return await load_partner(session, actor, other_id)
