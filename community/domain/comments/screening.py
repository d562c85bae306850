"""The site settings for words, links and limits that reject a comment or hold it for review.

They do not apply to moderators of the community and to administrators.
"""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid
from community.core.text.markup import RenderedMessage
from community.core.text.normalization import ensure_max_length
from community.core.text.plain_text import extract_link_urls, extract_plain_text
from community.core.text.word_lists import build_word_list, find_domains
from community.domain import posts, site
from community.domain.comments import queries
from community.domain.site import ContentSettings
from community.i18n import gettext as _
from community.i18n import ngettext
from community.models import Post


async def screen_new(
    session: AsyncSession, actor: Actor, post: Post, text: RenderedMessage, *, media_count: int
) -> str:
    """Return the rule that holds a new comment, or an empty string if it can be published.

    Raises:
        Invalid: The comment exceeds a limit, or contains a word or link that is not allowed.
    """
    if await posts.may_moderate(session, actor, post):
        return ""
    content = await site.get_content_settings(session)
    _ensure_image_count(media_count, content)
    rule = _screen_text(content, text, already_listed=frozenset())
    return rule or await posts.find_comment_hold(session, actor, post)


async def screen_edit(
    session: AsyncSession, actor: Actor, comment_id: int, text: RenderedMessage
) -> str:
    """Return the rule that holds a comment after an edit, or an empty string.

    Words and links that the comment already contains have no effect.

    Raises:
        NotFound: The actor cannot see the comment.
        Invalid: The comment exceeds a limit, or contains a new word or link that is not allowed.
    """
    comment = await queries.get_readable(session, actor, comment_id)
    if text.text == comment.text or await posts.may_moderate(session, actor, comment.post):
        return ""
    content = await site.get_content_settings(session)
    plain, urls = extract_plain_text(comment.html), extract_link_urls(comment.html)
    already_listed = _find_words(content, plain) | _find_domains(content, plain, urls)
    rule = _screen_text(content, text, already_listed=already_listed)
    return rule or await posts.find_comment_hold(session, actor, comment.post)


def _screen_text(
    content: ContentSettings, text: RenderedMessage, *, already_listed: Iterable[str]
) -> str:
    ensure_max_length(text.text, field="text", max_length=content.max_comment_length)
    plain, urls = text.plain_text, text.link_urls
    _ensure_link_count(len(urls), content)
    words = _find_words(content, plain).difference(already_listed)
    domains = _find_domains(content, plain, urls).difference(already_listed)
    if words and content.blocked_words_action == "refuse":
        raise Invalid.for_field("text", _("Your comment contains a word that isn't allowed here."))
    if domains and content.blocked_domains_action == "refuse":
        raise Invalid.for_field(
            "text", _("Links to {site} aren't allowed here.", site=min(domains))
        )
    if words:
        return "words"
    return "links" if domains else ""


def _find_words(content: ContentSettings, plain_text: str) -> set[str]:
    return build_word_list(content.blocked_words).find_all(plain_text)


def _find_domains(content: ContentSettings, plain_text: str, urls: Iterable[str]) -> set[str]:
    return find_domains(plain_text, urls, content.blocked_domains)


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
