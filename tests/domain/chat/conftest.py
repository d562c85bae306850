"""Fixtures and actions for tests of private messages."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import chat, uploads
from community.domain.chat import ChatView, MessagePage
from community.gateways.media import ProcessedImage, Variant, backends
from community.models import Chat, ChatFile, ChatMessage
from tests.cast import Cast
from tests.domain.actions import run


@pytest.fixture
def writers(cast: Cast) -> Cast:
    """Return the test users, of whom the ordinary ones have a plan with private messages."""
    return replace(
        cast, alice=subscribe(cast.alice), bob=subscribe(cast.bob), charlie=subscribe(cast.charlie)
    )


def subscribe(actor: Actor) -> Actor:
    return replace(actor, features=frozenset({"private_messages"}))


async def start(actor: Actor, user: Actor) -> Chat:
    return (await run(chat.start, actor, user_id=user.id))[0]


async def send(
    actor: Actor,
    to: Chat,
    text: str = "Hello",
    *,
    client_id: UUID | None = None,
    reply_to: ChatMessage | None = None,
    media: Sequence[ChatFile] = (),
    files: Sequence[ChatFile] = (),
) -> ChatMessage:
    return await run(
        chat.send,
        actor,
        chat_id=to.id,
        text=await chat.render_text(text),
        media=[file.id for file in media],
        files=[file.id for file in files],
        client_id=client_id,
        reply_to_id=None if reply_to is None else reply_to.id,
    )


async def open_conversation(actor: Actor, user: Actor) -> Chat:
    """Return a direct chat that both users have accepted. It contains one message of the actor."""
    started = await start(actor, user)
    await send(actor, started)
    await run(chat.accept, user, chat_id=started.id)
    return started


async def create_group(owner: Actor, *members: Actor, name: str = "Bakers") -> Chat:
    """Return a group whose members have all accepted it."""
    group = await run(
        chat.create_group, owner, user_ids=[member.id for member in members], name=name
    )
    for member in members:
        await run(chat.accept, member, chat_id=group.id)
    return group


async def read_texts(actor: Actor, opened: Chat, **filters: Any) -> list[str]:
    """Return the texts, or the kinds of changes, of the messages that the actor sees."""
    page = await read_messages(actor, opened, **filters)
    return [message.change or message.text for message in page.items]


async def read_messages(actor: Actor, opened: Chat, **filters: Any) -> MessagePage:
    async with read_session() as session:
        return await chat.list_messages(session, actor, chat_id=opened.id, **filters)


async def view(actor: Actor, opened: Chat) -> ChatView:
    async with read_session() as session:
        return await chat.get_chat(session, actor, opened.id)


async def list_chats(actor: Actor, **filters: Any) -> list[ChatView]:
    async with read_session() as session:
        return (await chat.list_chats(session, actor, **filters)).items


async def upload_file(
    actor: Actor, to: Chat, content: bytes = b"Flour", name: str = "recipe.txt"
) -> ChatFile:
    processed = await chat.files.process_file(content, name=name)
    return await _store(actor, to, processed)


async def upload_picture(actor: Actor, to: Chat) -> ChatFile:
    """Store a picture as the image processor returns it, whose process takes long to start."""
    variants = {320: Variant(320, 160, b"small"), 720: Variant(400, 200, b"large")}
    processed = chat.files.ProcessedFile(
        name="sea.png",
        content_type="image/webp",
        contents={f"{width}.webp": variant.data for width, variant in variants.items()},
        original_size=900,
        width=400,
        height=200,
        variants=uploads.describe_variants(ProcessedImage(variants, "#008080", 1)),
    )
    return await _store(actor, to, processed)


async def open_file(actor: Actor, opened: Chat, file: ChatFile) -> ChatFile:
    async with read_session() as session:
        return await chat.files.get_file(session, actor, chat_id=opened.id, file_id=file.id)


async def _store(actor: Actor, to: Chat, processed: chat.files.ProcessedFile) -> ChatFile:
    async with unit_of_work() as session:
        stored = await chat.files.store(session, actor, chat_id=to.id, processed=processed)
    await chat.files.store_files(backends.get_private_storage(), processed)
    return stored
