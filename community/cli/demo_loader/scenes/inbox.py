"""Events that complete the notifications of Marta, so that she has one of each kind."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.cli.demo_loader.load_context import LoadContext
from community.domain import comments, follows, notifications, posts

_OFF_TOPIC = "off-topic"
_OFF_TOPIC_TEXT = (
    "It kneads eight kilos, is eleven years old, and needs a new belt. You would have to collect "
    "it in Gothenburg."
)


async def _subscribe_to_authors(session: AsyncSession, context: LoadContext) -> None:
    for author in ("sam", "grace", "tomasz", "pieter_dv"):
        await notifications.subscribe_to_author(session, context.actors["marta"], author=author)


async def _publish_off_topic(session: AsyncSession, context: LoadContext) -> None:
    marta = context.actors["marta"]
    draft = await posts.create_draft(
        session,
        marta,
        title="Spiral mixer for sale",
        text=await posts.render_text(_OFF_TOPIC_TEXT),
        community_id=context.community_ids["mended"],
    )
    await posts.publish(session, marta, post_id=draft.id)
    context.post_ids[_OFF_TOPIC] = draft.id


async def _unpublish_off_topic(session: AsyncSession, context: LoadContext) -> None:
    await posts.unpublish(
        session,
        context.actors["yusuf"],
        post_id=context.post_ids.pop(_OFF_TOPIC),
        reason="Nothing is sold in this community.",
    )


async def _mention(session: AsyncSession, context: LoadContext) -> None:
    text = "@marta keeps her recipes in plain text too, ask her for the feed."
    await comments.reply(
        session,
        context.actors["arjun"],
        post_id=max(context.post_ids.values()),
        text=await comments.render_text(text),
    )


async def _follow(session: AsyncSession, context: LoadContext) -> None:
    marta = context.actors["marta"]
    await follows.follow(session, context.actors["nina-park"], user_id=marta.id)


INBOX_SCENES = {
    "subscribe_to_authors": _subscribe_to_authors,
    "publish_off_topic": _publish_off_topic,
    "unpublish_off_topic": _unpublish_off_topic,
    "mention": _mention,
    "follow": _follow,
}
