"""The objects that users can report."""

from dataclasses import dataclass
from typing import assert_never

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.text import markup
from community.domain import advertising, chat, comments, people, posts
from community.domain.moderation.reports.policies import EXCERPT_LENGTH, TargetKind
from community.i18n import gettext as _
from community.models import ChatMessage


@dataclass(frozen=True, slots=True)
class Target:
    """An object that a user reports.

    `user_id` is its author, or the user themselves. It is 0 for an advertisement.
    """

    kind: TargetKind
    id: int
    user_id: int
    excerpt: str
    url: str


async def get_target(
    session: AsyncSession, actor: Actor, kind: TargetKind, target_id: int
) -> Target:
    match kind:
        case "user":
            user = await people.get_user(session, target_id)
            return Target(kind, user.id, user.id, user.name, urls.profile(user.slug))
        case "post":
            post = await posts.get_readable(session, actor, target_id)
            excerpt = post.title[:EXCERPT_LENGTH]
            return Target(kind, post.id, post.author_id, excerpt, urls.post(post.id, post.slug))
        case "comment":
            comment = await comments.get_readable(session, actor, target_id)
            excerpt = markup.excerpt(comment.text, EXCERPT_LENGTH, kind="message")
            url = urls.comment(comment.post_id, comment.post.slug, comment.id)
            return Target(kind, comment.id, comment.author_id, excerpt, url)
        case "message":
            message = await get_message(session, actor, target_id)
            excerpt = markup.excerpt(message.text, EXCERPT_LENGTH, kind="message")
            excerpt = excerpt or _("Picture or file")
            url = urls.chat(message.chat_id, message_id=message.id)
            return Target(kind, message.id, message.author_id, excerpt, url)
        case "advertisement":
            name = await advertising.get_shown_name(session, target_id)
            return Target(kind, target_id, 0, name, urls.admin_section(advertising.SECTION))
        case _:
            assert_never(kind)


async def get_message(session: AsyncSession, actor: Actor, message_id: int) -> ChatMessage:
    found = await chat.list_reportable(session, actor, message_id)
    return next(row for row in found if row.id == message_id)


async def find_url(session: AsyncSession, actor: Actor, kind: TargetKind, target_id: int) -> str:
    """Return the URL of an object, or an empty string if the actor can no longer read it."""
    try:
        return (await get_target(session, actor, kind, target_id)).url
    except NotFound:
        return ""


async def find_content_status(session: AsyncSession, kind: TargetKind, target_id: int) -> str:
    """Return the status of a post, a comment or a message, or an empty string for others."""
    match kind:
        case "user" | "advertisement":
            return ""
        case "post":
            return await posts.find_status(session, target_id)
        case "comment":
            return await comments.find_status(session, target_id)
        case "message":
            return await chat.find_status(session, target_id)
        case _:
            assert_never(kind)
