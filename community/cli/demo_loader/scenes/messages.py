"""Private conversations: direct ones, a group, a request by a stranger, and an advertisement."""

from dataclasses import replace
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from community.cli.demo import get_conversations
from community.cli.demo.schemas import DemoConversation, DemoMessage
from community.cli.demo_loader.load_context import LoadContext
from community.core import clock
from community.core.actor import Actor
from community.domain import chat
from community.domain.moderation import reports
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
        return group.id


async def _send(
    session: AsyncSession,
    context: LoadContext,
    chat_id: int,
    message: DemoMessage,
    earlier: list[ChatMessage],
) -> ChatMessage:
    author = _subscribe(context.actors[message.author])
    stored = await chat.send(
        session,
        author,
        chat_id=chat_id,
        text=await chat.render_text(message.first_text or message.text),
        reply_to_id=None if message.reply_to is None else earlier[message.reply_to].id,
    )
    key = {"chat_id": chat_id, "message_id": stored.id}
    if message.first_text:
        with clock.travel(2 * chat.EDIT_GRACE_PERIOD):
            await chat.edit(session, author, **key, text=await chat.render_text(message.text))
    for slug, code in message.reactions.items():
        await chat.react(session, context.actors[slug], **key, code=code)
    return stored


def _subscribe(actor: Actor) -> Actor:
    """Return a user as if they had a plan, which the demo content has only for some of them."""
    return replace(actor, features=actor.features | {chat.FEATURE})


MESSAGE_SCENES = {
    f"conversation_{conversation.slug}": partial(_play_conversation, conversation=conversation)
    for conversation in get_conversations()
}
