"""The site settings for words, links and limits. Moderators and administrators are exempt."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid
from community.core.text.markup import RenderedMessage
from community.core.text.normalization import ensure_max_length
from community.core.text.safe_html import extract_link_urls, extract_plain_text
from community.domain import posts, site
from community.domain.comments.threads import queries
from community.domain.site import ContentSettings, WrittenText
from community.i18n import gettext as _, ngettext
from community.models import Post


async def screen_new(
    session: AsyncSession, actor: Actor, post: Post, text: RenderedMessage, *, media_count: int
) -> str:
    """Return the rule that holds a new comment, or an empty string if it can be published.

    Raise `Invalid` if the comment exceeds a limit, or contains a word or link that is not allowed.
    """
    if await posts.may_moderate(session, actor, post):
        return ""
    content = await site.get_content_settings(session)
    _ensure_image_count(media_count, content)
    rule = await _find_text_hold(content, text)
    return rule or await posts.find_comment_hold(session, actor, post)


async def screen_edit(
    session: AsyncSession, actor: Actor, comment_id: int, text: RenderedMessage
) -> str:
    """Return the rule that holds a comment after an edit, or an empty string.

    Words and links that the comment already contains have no effect. Raise `Invalid` if the comment
    exceeds a limit, or contains a new word or link that is not allowed.
    """
    comment = await queries.get_readable(session, actor, comment_id)
    if text.text == comment.text or await posts.may_moderate(session, actor, comment.post):
        return ""
    content = await site.get_content_settings(session)
    plain, urls = extract_plain_text(comment.html), extract_link_urls(comment.html)
    rule = await _find_text_hold(content, text, former=[WrittenText("text", plain, urls)])
    return rule or await posts.find_comment_hold(session, actor, comment.post)


async def _find_text_hold(
    content: ContentSettings, text: RenderedMessage, *, former: Iterable[WrittenText] = ()
) -> str:
    ensure_max_length(text.text, field="text", max_length=content.max_comment_length)
    _ensure_link_count(len(text.link_urls), content)
    written = WrittenText("text", text.plain_text, text.link_urls)
    return await site.find_text_hold(content, [written], former=former)


def _ensure_link_count(count: int, content: ContentSettings) -> None:
    limit = content.max_comment_links
    if count > limit:
        message = (
            ngettext("Use at most {n} link.", "Use at most {n} links.", limit)
            if limit
            else _("Links aren't allowed in comments.")
        )
        raise Invalid.for_field("text", message)


def _ensure_image_count(count: int, content: ContentSettings) -> None:
    limit = content.max_comment_images
    if count > limit:
        message = (
            ngettext("Add at most {n} image.", "Add at most {n} images.", limit)
            if limit
            else _("Images aren't allowed in comments.")
        )
        raise Invalid.for_field("media", message)
