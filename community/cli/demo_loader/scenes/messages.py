"""Private conversations: direct ones, a group, a request by a stranger, and an advertisement."""

import asyncio
from dataclasses import replace
from functools import partial
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from community.cli.demo import get_conversations
from community.cli.demo.schemas import DemoConversation, DemoMessage
from community.cli.demo_loader.image_loader import load_image
from community.cli.demo_loader.load_context import LoadContext
from community.core import clock
from community.core.actor import Actor
from community.domain import chat, uploads
from community.domain.moderation import reports
from community.gateways.media import backends
from community.models import ChatMessage


async def _play_conversation(
    session: AsyncSession, context: LoadContext, *, conversation: DemoConversation
) -> None:
    chat_id = await _start(session, context, conversation)
    sent: list[ChatMessage] = []
    for message in conversation.messages:
        with clock.travel(conversation.age - message.age):
            sent.append(await _send(session, context, chat_id, message, sent))
    for slug in conversation.members:
        read = sent[: len(sent) - conversation.unread.get(slug, 0)]
        if read:
            actor = context.actors[slug]
            await chat.mark_read(session, actor, chat_id=chat_id, message_id=read[-1].id)
    if conversation.reported_by:
        await reports.report(
            session,
            context.actors[conversation.reported_by],
            target_kind="message",
            target_id=sent[-1].id,
            reason=reports.ReportReason.SPAM,
        )


async def _start(
    session: AsyncSession, context: LoadContext, conversation: DemoConversation
) -> int:
    first, *others = (context.actors[slug] for slug in conversation.members)
    with clock.travel(conversation.age - conversation.messages[0].age):
        if not conversation.name:
            opened, _ = await chat.start(session, _subscribe(first), user_id=others[0].id)
            return opened.id
        group = await chat.create_group(
            session,
            _subscribe(first),
            user_ids=[actor.id for actor in others],
            name=conversation.name,
        )
        if conversation.picture:
            picture = await _store_picture(session, first, group.id, conversation.picture)
            changes = chat.GroupChanges(picture=picture)
            await chat.edit_group(session, first, chat_id=group.id, changes=changes)
        return group.id


async def _send(
    session: AsyncSession,
    context: LoadContext,
    chat_id: int,
    message: DemoMessage,
    earlier: list[ChatMessage],
) -> ChatMessage:
    author = _subscribe(context.actors[message.author])
    media, files = [], []
    if message.picture:
        media.append(await _store_picture(session, author, chat_id, message.picture))
    if message.file:
        files.append(await _store_file(session, author, chat_id, message))
    stored = await chat.send(
        session,
        author,
        chat_id=chat_id,
        text=await chat.render_text(message.first_text or message.text),
        media=media,
        files=files,
        reply_to_id=None if message.reply_to is None else earlier[message.reply_to].id,
    )
    key = {"chat_id": chat_id, "message_id": stored.id}
    if message.first_text:
        with clock.travel(2 * chat.EDIT_GRACE_PERIOD):
            await chat.edit(session, author, **key, text=await chat.render_text(message.text))
    for slug, code in message.reactions.items():
        await chat.react(session, context.actors[slug], **key, code=code)
    return stored


async def _store_picture(session: AsyncSession, actor: Actor, chat_id: int, name: str) -> UUID:
    image, size = await asyncio.to_thread(load_image, name)
    processed = chat.files.ProcessedFile(
        name=f"{name}.webp",
        content_type="image/webp",
        contents={f"{width}.webp": variant.data for width, variant in image.variants.items()},
        original_size=size,
        width=image.width,
        height=image.height,
        variants=uploads.describe_variants(image),
    )
    return await _store(session, actor, chat_id, processed)


async def _store_file(
    session: AsyncSession, actor: Actor, chat_id: int, message: DemoMessage
) -> UUID:
    processed = await chat.files.process_file(message.file_text.encode(), name=message.file)
    return await _store(session, actor, chat_id, processed)


async def _store(
    session: AsyncSession, actor: Actor, chat_id: int, processed: chat.files.ProcessedFile
) -> UUID:
    stored = await chat.files.store(
        session, _subscribe(actor), chat_id=chat_id, processed=processed
    )
    await chat.files.store_files(backends.get_private_storage(), processed)
    return stored.id


def _subscribe(actor: Actor) -> Actor:
    """Return a user as if they had a plan, which the demo content has only for some of them."""
    return replace(actor, features=actor.features | {chat.FEATURE})


MESSAGE_SCENES = {
    f"conversation_{conversation.slug}": partial(_play_conversation, conversation=conversation)
    for conversation in get_conversations()
}
