"""The settings of a user for private messages."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.locks import acquire_advisory_lock
from community.domain.chat.schemas import MessagePreferences, WhoMayWrite
from community.models import MessageSettings


async def get_preferences(session: AsyncSession, actor: Actor) -> MessagePreferences:
    row = await session.get(MessageSettings, actor.id)
    return MessagePreferences() if row is None else MessagePreferences.model_validate(row)


async def set_preferences(
    session: AsyncSession,
    actor: Actor,
    *,
    who: WhoMayWrite | None = None,
    read_marks: bool | None = None,
) -> MessagePreferences:
    """Change who may begin a conversation with the actor, and whether read marks are shown.

    Settings that are None keep their value.
    """
    await acquire_advisory_lock(session, f"message settings {actor.id}")
    row = await session.get(MessageSettings, actor.id)
    if row is None:
        row = MessageSettings(user_id=actor.id)
        session.add(row)
    if who is not None:
        row.who = who.value
    if read_marks is not None:
        row.read_marks = read_marks
    await session.flush()
    return MessagePreferences.model_validate(row)
