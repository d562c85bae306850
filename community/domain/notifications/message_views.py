"""Functions that build the views of notifications about private messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.domain import chat
from community.domain.notifications import schemas, texts
from community.domain.people.schemas import UserSummary
from community.i18n import gettext as _
from community.models import Notification

TIMES = {"seen_at", "read_at", "created_at", "bumped_at"}


@dataclass(frozen=True, slots=True)
class MessagesData:
    chats: Mapping[int, chat.NoticeChat]
    messages: Mapping[chat.MessageRangeKey, chat.NoticeMessages]

    @classmethod
    async def load(
        cls, session: AsyncSession, actor: Actor, rows: Sequence[Notification]
    ) -> "MessagesData":
        """Load the chats of those rows that have one. Without such rows, run no query."""
        ids = sorted({row.chat_id for row in rows if row.chat_id is not None})
        chats = await chat.find_notice_chats(session, actor, ids)
        ranges = [key for row in rows if row.chat_id in chats and (key := _get_range(row))]
        return cls(chats, await chat.find_notice_messages(session, actor, ranges))


def build_message_view(
    row: Notification, actors: list[UserSummary], data: MessagesData
) -> schemas.NotificationView:
    """Return a notification. Its title is empty if the recipient can no longer read the chat."""
    names = [user.name for user in actors]
    about = data.chats.get(row.chat_id or 0)
    key = _get_range(row)
    messages = data.messages.get(key) if key else None
    quote = ""
    count = None if key is None else messages.count if messages else 1
    text = texts.render_message_text(names, row.actors_count, about, count)
    if messages and about and not about.is_request:
        quote = messages.excerpt
    return schemas.NotificationView(
        id=row.id,
        kind=row.kind,
        actors=actors,
        actors_count=row.actors_count,
        target=_build_target(about, is_current=key is None or messages is not None),
        text=text,
        quote=quote,
        **row.model_dump(include=TIMES),
    )


def _get_range(row: Notification) -> chat.MessageRangeKey | None:
    if row.chat_id is None or row.first_message_id is None or row.message_id is None:
        return None
    return chat.MessageRangeKey(row.chat_id, row.first_message_id, row.message_id)


def _build_target(about: chat.NoticeChat | None, *, is_current: bool) -> schemas.NotificationTarget:
    if about is None:
        return schemas.NotificationTarget(type="chat", id=0, title="", url=urls.NOTIFICATIONS)
    title = about.title or _("Group")
    return schemas.NotificationTarget(
        type="chat", id=about.id, title=title if is_current else "", url=urls.chat(about.id)
    )
