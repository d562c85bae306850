"""Functions that store which message or group a file belongs to."""

from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.chat.files.queries import exists, is_group_picture
from community.i18n import gettext as _
from community.models import Chat, ChatFile, ChatMessage


async def attach(
    session: AsyncSession,
    actor: Actor,
    message: ChatMessage,
    *,
    media: Sequence[UUID],
    files: Sequence[UUID],
) -> None:
    """Add pictures and other files to a new message of the actor.

    Raise `Invalid` if a file does not exist, belongs to another user or chat, or was sent before.
    """
    if not media and not files:
        return
    found = await _lock_unsent(session, actor, message.chat_id, {*media, *files})
    for field, file_ids in (("media", media), ("files", files)):
        for position, file_id in enumerate(file_ids):
            file = found.pop(file_id, None)
            if file is None or bool(file.variants) is not (field == "media"):
                raise _make_unavailable_error(field)
            file.message_id, file.position = message.id, position
    message.files_count = len(media) + len(files)
    await session.flush()


async def set_group_picture(
    session: AsyncSession, actor: Actor, chat: Chat, file_id: UUID | None
) -> None:
    """Replace the picture of a group, which the caller has locked, by an upload of the actor.

    Raise `Invalid` if the picture does not exist, belongs to another user or chat, or was sent
    before.
    """
    if file_id == chat.picture_id:
        return
    if file_id is not None:
        file = (await _lock_unsent(session, actor, chat.id, [file_id])).get(file_id)
        if file is None or not file.variants:
            raise _make_unavailable_error("picture")
    if chat.picture_id is not None:
        await session.execute(
            update(ChatFile)
            .where(col(ChatFile.id) == chat.picture_id)
            .values(purging_since=clock.now())
        )
    chat.picture_id = file_id
    await session.flush()


async def release(session: AsyncSession, message_ids: Collection[int]) -> None:
    """Take the files from messages. They can no longer be opened, and a job deletes them."""
    await session.execute(
        update(ChatFile)
        .where(col(ChatFile.message_id).in_(message_ids))
        .values(message_id=None, purging_since=clock.now())
        .execution_options(synchronize_session=False)
    )


async def _lock_unsent(
    session: AsyncSession, actor: Actor, chat_id: int, file_ids: Collection[UUID]
) -> dict[UUID, ChatFile]:
    rows = await session.scalars(
        select(ChatFile)
        .where(
            col(ChatFile.id).in_(file_ids),
            col(ChatFile.chat_id) == chat_id,
            col(ChatFile.owner_id) == actor.id,
            col(ChatFile.message_id).is_(None),
            exists(),
            ~is_group_picture(),
        )
        .order_by(col(ChatFile.id))
        .with_for_update(of=ChatFile, **FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return {row.id: row for row in rows}


def _make_unavailable_error(field: str) -> errors.Invalid:
    return errors.Invalid.for_field(field, _("This file is no longer available. Upload it again."))
