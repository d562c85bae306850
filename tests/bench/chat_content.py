"""Chats for the benchmark site: a group of fifty, and chats with ten and with 100,000 messages."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import chat
from community.models import Chat, ChatMessage

MEMBER_COUNT = 50
SMALL_CHAT, LARGE_CHAT = 10, 100_000
LISTED_CHATS = 25
BATCH_SIZE = 10_000
TEXT = "The *crumb* was open this time, and the crust stayed crisp until the evening."


@dataclass(frozen=True, slots=True)
class ChatContent:
    """The ids of the chats. The first member of the group is in all of them."""

    group_id: int
    small_id: int
    large_id: int


async def create_chats(members: list[Actor]) -> ChatContent:
    """Create the chats. The members are administrators, who need no plan to write."""
    reader, *others = members[:MEMBER_COUNT]
    async with unit_of_work() as session:
        for other in others[2 : LISTED_CHATS + 2]:
            await _create_chat(session, reader, other, 1)
        small_id = await _create_chat(session, reader, others[0], SMALL_CHAT)
        large_id = await _create_chat(session, reader, others[1], LARGE_CHAT)
        group = await chat.create_group(
            session, reader, user_ids=[other.id for other in others], name="Bakers"
        )
        for other in others:
            await chat.accept(session, other, chat_id=group.id)
    return ChatContent(group.id, small_id, large_id)


async def _create_chat(session: AsyncSession, reader: Actor, other: Actor, count: int) -> int:
    started, _ = await chat.start(session, other, user_id=reader.id)
    await chat.send(session, other, chat_id=started.id, text=await chat.render_text(TEXT))
    await chat.accept(session, reader, chat_id=started.id)
    html = (await chat.render_text(TEXT)).build_html({})
    begun_at = clock.now() - timedelta(days=365)
    for start in range(1, count, BATCH_SIZE):
        await session.execute(
            insert(ChatMessage),
            [
                {
                    "chat_id": started.id,
                    "author_id": (reader, other)[number % 2].id,
                    "text": TEXT,
                    "html": html,
                    "created_at": begun_at + timedelta(minutes=number),
                }
                for number in range(start, min(start + BATCH_SIZE, count))
            ],
        )
    last = await chat.send(session, other, chat_id=started.id, text=await chat.render_text(TEXT))
    await chat.mark_read(session, reader, chat_id=started.id, message_id=last.id)
    assert isinstance(await session.get(Chat, started.id), Chat)
    return started.id
