"""Validation and normalization of the fields of a post."""

import re
from collections.abc import Iterator, Sequence
from uuid import UUID

from community.core.errors import Conflict, Invalid
from community.core.slugs import slugify
from community.core.text_normalization import normalize_line, normalize_markdown, normalize_text
from community.domain.posts.schemas import PostChanges
from community.i18n import formats, ngettext
from community.i18n import gettext as _
from community.models import Post, PostDraft

MAX_TITLE_LENGTH = 255
MAX_INTRO_LENGTH = 500
MAX_TEXT_LENGTH = 100_000
MAX_TAG_LENGTH = 40
# A limit, because each tag says less about the post the more tags it has.
MAX_TAGS = 5
MAX_COVER_URL_LENGTH = 500

# For a published post, `PostDraft` stores changes of these fields until the author publishes them.
# Changes of all other fields apply immediately.
DRAFT_FIELDS = ("title", "intro", "text", "cover", "tags")

_NOT_IN_TAG = re.compile(r"[^\w+#.-]+")
_COVER_URL = re.compile(r"(/media/|https?://)[^\s\"'<>]+")
_UPLOAD_URL = re.compile(r"/media/[\w/]*?([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})")


def clean_changes(changes: PostChanges) -> PostChanges:
    """Normalize and validate the changed fields of a post. Empty values are valid.

    Raises:
        Invalid: A field is too long or malformed. The error has a message for each such field.
    """
    cleaned = PostChanges(**changes)
    if "title" in cleaned:
        cleaned["title"] = normalize_line(cleaned["title"])
    if "intro" in cleaned:
        cleaned["intro"] = normalize_text(cleaned["intro"]).strip()
    if "text" in cleaned:
        cleaned["text"] = normalize_markdown(cleaned["text"])
    if "cover" in cleaned:
        cleaned["cover"] = normalize_line(cleaned["cover"] or "") or None
    if "tags" in cleaned:
        cleaned["tags"] = list(_normalize_tags(cleaned["tags"]))
    _raise_if_errors(_find_errors(cleaned))
    return cleaned


def ensure_complete(draft: Post | PostDraft) -> None:
    errors = {}
    if not draft.title:
        errors["title"] = _("Enter a title.")
    if not draft.text.strip():
        errors["text"] = _("Write something first.")
    _raise_if_errors(errors)


def ensure_version_matches(post: Post, base_version: int | None) -> None:
    """Check that the post was not saved after the client loaded it.

    Args:
        base_version: The version that the client loaded. If None, nothing is checked.

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


def would_change(draft: Post | PostDraft, changes: PostChanges) -> bool:
    return any(getattr(draft, name) != value for name, value in changes.items())


def apply_changes(draft: Post | PostDraft, changes: PostChanges) -> None:
    for name, value in changes.items():
        setattr(draft, name, value)


def build_slug(post: Post) -> str:
    """Return the slug for the URL of the post.

    Several posts can have the same slug, because the URL also contains the id of the post.
    """
    return slugify(post.title) or "post"


def normalize_tag(text: str) -> str:
    """Return a tag in its stored form, for example "sour-dough" for "#Sour Dough".

    Returns an empty string if no valid character remains.
    """
    return _NOT_IN_TAG.sub("-", normalize_line(text).lstrip("#").lower()).strip("-.")


def extract_upload_ids(*texts: str | None) -> set[UUID]:
    return {UUID(upload_id) for text in texts if text for upload_id in _UPLOAD_URL.findall(text)}


def _normalize_tags(tags: Sequence[str]) -> Iterator[str]:
    yield from dict.fromkeys(filter(None, map(normalize_tag, tags)))


def _find_errors(changes: PostChanges) -> dict[str, str]:
    errors: dict[str, str] = {}
    for name, limit in (
        ("title", MAX_TITLE_LENGTH),
        ("intro", MAX_INTRO_LENGTH),
        ("text", MAX_TEXT_LENGTH),
    ):
        length = len(str(changes.get(name, "")))
        if length > limit:
            errors[name] = _(
                "Use at most {limit} characters. You have used {length}.",
                limit=formats.format_number(limit),
                length=formats.format_number(length),
            )
    tags = changes.get("tags", ())
    if len(tags) > MAX_TAGS:
        errors["tags"] = ngettext("Use at most {n} tag.", "Use at most {n} tags.", MAX_TAGS)
    elif any(len(tag) > MAX_TAG_LENGTH for tag in tags):
        errors["tags"] = ngettext(
            "Use at most {n} character per tag.",
            "Use at most {n} characters per tag.",
            MAX_TAG_LENGTH,
        )
    cover = changes.get("cover")
    if cover and (len(cover) > MAX_COVER_URL_LENGTH or not _COVER_URL.fullmatch(cover)):
        errors["cover"] = _("Upload a cover image or enter a link that starts with https://.")
    return errors


def _raise_if_errors(errors: dict[str, str]) -> None:
    if errors:
        raise Invalid(
            next(iter(errors.values())),
            field_errors={name: [message] for name, message in errors.items()},
        )
