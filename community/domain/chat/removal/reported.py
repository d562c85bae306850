"""What the reports of messages need: the messages near a reported one, and its deletion."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import and_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import audit
from community.domain.chat import files, memberships, policies, visibility
from community.domain.chat.events import MessageChanged
from community.domain.chat.messages import erase_content, is_erased
from community.i18n import gettext as _
from community.models import Chat, ChatFile, ChatMessage

# Messages before and after a reported one that belong to the report.
NEIGHBOURS: Final = 5
# The section of the Admin Panel whose administrators act on reports.
_SECTION: Final = "reports"


async def list_reportable(
    session: AsyncSession, actor: Actor, message_id: int
) -> list[ChatMessage]:
    """Return a message and up to `NEIGHBOURS` before and after it, as the actor sees them."""
    message = await session.get(ChatMessage, message_id)
    if message is None:
        raise policies.make_message_not_found_error()
    opened = await memberships.get_readable(session, actor, message.chat_id)
    is_shown = and_(
        await visibility.is_visible_to(session, actor, opened),
        col(ChatMessage.change) == "",
        col(ChatMessage.deleted_at).is_(None),
    )
    own_id = col(ChatMessage.id)
    older = await session.scalars(
        select(ChatMessage)
        .where(is_shown, own_id <= message_id)
        .order_by(own_id.desc())
        .limit(NEIGHBOURS + 1)
    )
    newer = await session.scalars(
        select(ChatMessage).where(is_shown, own_id > message_id).order_by(own_id).limit(NEIGHBOURS)
    )
    found = [*reversed(older.all()), *newer.all()]
    if all(row.id != message_id for row in found):
        raise policies.make_message_not_found_error()
    return found


async def list_file_names(
    session: AsyncSession, message_ids: Collection[int]
) -> dict[int, list[str]]:
    """Return the names of the pictures and files of messages, or the texts of nameless pictures."""
    rows = await session.execute(
        select(ChatFile.message_id, ChatFile.name, ChatFile.alt)
        .where(col(ChatFile.message_id).in_(message_ids))
        .order_by(col(ChatFile.position), col(ChatFile.id))
    )
    names: dict[int, list[str]] = defaultdict(list)
    for message_id, name, alt in rows:
        names[message_id or 0].append(name or alt or _("Picture"))
    return names


async def list_files(session: AsyncSession, message_ids: Collection[int]) -> Sequence[ChatFile]:
    """Return the pictures and files of messages that still exist.

    The caller checks that there is a report.
    """
    rows = await session.scalars(
        select(ChatFile)
        .where(col(ChatFile.message_id).in_(message_ids), files.exists())
        .order_by(col(ChatFile.position), col(ChatFile.id))
    )
    return rows.all()


async def find_status(session: AsyncSession, message_id: int) -> str:
    """Return `published`, `hidden` by a clean-up, `deleted`, or an empty string without a row."""
    message = await session.get(ChatMessage, message_id)
    return "" if message is None else await _find_status(session, message)


async def delete_reported(
    session: AsyncSession, actor: Actor, message_id: int, *, reason: str
) -> bool:
    """Delete a reported message for all members, also if a clean-up hid it. A stub remains.

    The caller checks that there is a report.
    """
    actor.ensure_section(_SECTION)
    message = await session.get(ChatMessage, message_id)
    if message is None:
        return False
    await session.get(Chat, message.chat_id, with_for_update=FOR_NO_KEY_UPDATE)
    await session.refresh(message)
    if await is_erased(session, message):
        return False
    status = await _find_status(session, message)
    await erase_content(session, message)
    await audit.record(
        session,
        actor,
        "message.deleted",
        target_kind="message",
        target_id=message_id,
        before={"status": status},
        after={"status": "deleted"},
        reason=reason,
    )
    events.record(session, MessageChanged(message.chat_id, message_id))
    return True


async def _find_status(session: AsyncSession, message: ChatMessage) -> str:
    if message.deleted_at is None:
        return "published"
    return "deleted" if await is_erased(session, message) else "hidden"
