"""Validation and normalization of the fields of a post."""

import re
from collections.abc import Sequence
from typing import cast
from uuid import UUID

from community.core.errors import Conflict, FieldErrors, Invalid
from community.core.text import markup, normalization, slugs
from community.domain.posts.schemas import PostChanges, PostColumns
from community.domain.posts.writing.limits import (
    DEFAULT_LIMITS,
    MAX_TAGS,
    PostLimits,
    make_tag_count_message,
)
from community.i18n import gettext as _, ngettext
from community.models import Post, PostDraft

MAX_TITLE_LENGTH = 255
MAX_INTRO_LENGTH = 500
# Three lines of a card.
EXCERPT_LENGTH = 240
# How many tags a client may send, before duplicates are removed.
MAX_SUBMITTED_TAGS = 100
MAX_COVER_URL_LENGTH = 500

# For a published post, `PostDraft` stores changes of these fields until the author publishes them.
# Changes of all other fields apply immediately.
DRAFT_FIELDS = ("title", "intro", "text", "html", "cover", "tags")

# The description contains no "[", so that the search takes linear time.
_IMAGE = re.compile(r"!\[[^\[\]]*\]\(<?((?:/media/|https?://)[^)\s>]+)")
_COVER_URL = re.compile(r"(/media/|https?://)[^\s\"'<>]+")
_UPLOAD_URL = re.compile(r"/media/([0-9a-f]{32})/")


async def render_text(text: str) -> markup.RenderedArticle:
    """Render the text of a post. Call this function outside a transaction."""
    return await markup.render_article(normalization.normalize_markdown(text))


def clean_changes(changes: PostChanges, limits: PostLimits = DEFAULT_LIMITS) -> PostColumns:
    """Normalize and validate the changed fields of a post. Empty values are valid.

    Raise `Invalid` with a message for each field that is too long or malformed.
    """
    cleaned = cast("PostColumns", dict(changes))
    errors = FieldErrors()
    if "title" in cleaned:
        with errors.collect():
            title = cleaned["title"]
            cleaned["title"] = normalization.clean_line(
                title, field="title", max_length=MAX_TITLE_LENGTH
            )
    if "intro" in cleaned:
        with errors.collect():
            intro = cleaned["intro"]
            cleaned["intro"] = normalization.clean_text(
                intro, field="intro", max_length=MAX_INTRO_LENGTH
            )
    if "text" in changes:
        cleaned["text"], cleaned["html"] = changes["text"].text, changes["text"].html
        with errors.collect():
            limits.ensure_text_length(cleaned["text"])
    if "cover" in cleaned:
        with errors.collect():
            cleaned["cover"] = _clean_cover(cleaned["cover"] or "")
    if "tags" in cleaned:
        with errors.collect():
            cleaned["tags"] = _clean_tags(cleaned["tags"])
            limits.ensure_tags(cleaned["tags"])
    errors.raise_if_any()
    return cleaned


def suggest_intro(text: str) -> str:
    """Return the beginning of the text without headings. Cards show it if a post has no intro."""
    return markup.excerpt(text, EXCERPT_LENGTH, has_headings=False)


def suggest_cover(text: str) -> str:
    """Return the URL of the first image in the text, or an empty string if there is none."""
    image = _IMAGE.search(text)
    return image[1] if image else ""


def ensure_complete(draft: Post | PostDraft, limits: PostLimits = DEFAULT_LIMITS) -> None:
    """Check that the draft can be published.

    Raise `Invalid` if the title or the text is empty, or the draft exceeds a limit of the site.
    """
    errors = FieldErrors()
    with errors.collect():
        limits.ensure_text_length(draft.text)
    with errors.collect():
        limits.ensure_tags(draft.tags)
    if not draft.title:
        errors.add("title", _("Enter a title."))
    if not normalization.has_visible_character(draft.text):
        errors.add("text", _("Write something first."))
    errors.raise_if_any()


def ensure_version_matches(post: Post, base_version: int | None) -> None:
    """Check that the post was not saved after the client loaded it.

    Raises:
        Conflict: The post has another version, perhaps because the same user saved it in another
            window. `details` contains the current `version`.
    """
    if base_version is not None and base_version != post.version:
        raise Conflict(
            _(
                "This post was changed in another window. Your text is still here. "
                "Copy it if you need it, then reload to see the other version."
            ),
            details={"version": post.version},
        )


def would_change(draft: Post | PostDraft, changes: PostColumns) -> bool:
    return any(getattr(draft, name) != value for name, value in changes.items())


def get_draft_columns(draft: Post | PostDraft) -> PostColumns:
    return cast("PostColumns", {name: getattr(draft, name) for name in DRAFT_FIELDS})


def apply_changes(draft: Post | PostDraft, changes: PostColumns) -> None:
    for name, value in changes.items():
        setattr(draft, name, value)


def build_slug(post: Post) -> str:
    """Return the slug for the URL of the post, which need not be unique."""
    return slugs.slugify(post.title) or "post"


def normalize_tag(text: str) -> str:
    """Return a tag in its stored form, for example "sour-dough" for "#Sour Dough".

    Returns an empty string if no valid character remains or if the text is too long for a tag.
    """
    return normalization.convert_line_to_tag(
        normalization.clean_search_term(text, max_length=normalization.MAX_TAG_LENGTH)
    )


def extract_upload_ids(*texts: str | None) -> set[UUID]:
    return {UUID(upload_id) for text in texts if text for upload_id in _UPLOAD_URL.findall(text)}


def _clean_cover(cover: str) -> str | None:
    message = _("Upload a cover image or enter a link that starts with https://.")
    try:
        url = normalization.clean_line(cover, field="cover", max_length=MAX_COVER_URL_LENGTH)
    except Invalid as error:
        raise Invalid.for_field("cover", message) from error
    if url and not _COVER_URL.fullmatch(url):
        raise Invalid.for_field("cover", message)
    return url or None


def _clean_tags(tags: Sequence[str]) -> list[str]:
    given = [tag for tag in tags[:MAX_SUBMITTED_TAGS] if tag.strip().strip("#")]
    cleaned = list(dict.fromkeys(map(_clean_tag, given)))
    if len(tags) > MAX_SUBMITTED_TAGS:
        raise Invalid.for_field("tags", make_tag_count_message(MAX_TAGS))
    return cleaned


def _clean_tag(text: str) -> str:
    try:
        tag = normalization.convert_line_to_tag(
            normalization.clean_line(text, field="tags", max_length=normalization.MAX_TAG_LENGTH)
        )
        normalization.ensure_max_length(tag, field="tags", max_length=normalization.MAX_TAG_LENGTH)
    except Invalid as error:
        message = ngettext(
            "Use at most {n} character per tag.",
            "Use at most {n} characters per tag.",
            normalization.MAX_TAG_LENGTH,
        )
        raise Invalid.for_field("tags", message) from error
    if not tag:
        raise Invalid.for_field("tags", _("A tag needs at least one letter or digit."))
    return tag
