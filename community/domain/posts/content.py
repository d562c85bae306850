"""What the fields of a post may hold."""

import re
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from community.core.errors import Conflict, Invalid
from community.core.plain import plain_line, plain_text, written_text
from community.core.slugs import slugify
from community.domain.posts.schemas import PostChanges
from community.models import Post, PostDraft

TITLE_LIMIT = 255
INTRO_LIMIT = 500
TEXT_LIMIT = 100_000
TAG_LIMIT = 40
# More tags say less about each of them.
MAX_TAGS = 5
COVER_LIMIT = 500

# What a draft of a published post holds back from its readers; the rest applies at once.
WRITTEN = ("title", "intro", "text", "cover", "tags")

_NOT_IN_TAG = re.compile(r"[^\w+#.-]+")
_COVER = re.compile(r"(/media/|https?://)[^\s\"'<>]+")
_UPLOAD = re.compile(r"/media/[\w/]*?([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})")


def checked(changes: PostChanges) -> PostChanges:
    """The fields as they are kept; a draft may still be empty.

    Raises:
        Invalid: with a sentence for each field that is too long or cannot be used.
    """
    kept = PostChanges(**changes)
    if "title" in kept:
        kept["title"] = plain_line(kept["title"])
    if "intro" in kept:
        kept["intro"] = plain_text(kept["intro"]).strip()
    if "text" in kept:
        kept["text"] = written_text(kept["text"])
    if "cover" in kept:
        kept["cover"] = plain_line(kept["cover"] or "") or None
    if "tags" in kept:
        kept["tags"] = list(_normalised(kept["tags"]))
    _refuse(_problems(kept))
    return kept


def ensure_complete(written: Post | PostDraft) -> None:
    """
    Raises:
        Invalid: without a title or a text there is nothing to publish.
    """
    found = {}
    if not written.title:
        found["title"] = "Give the post a title."
    if not written.text.strip():
        found["text"] = "Write something first."
    _refuse(found)


def ensure_current(post: Post, base_version: int | None) -> None:
    """
    Args:
        base_version: the version that the writer had before them; None to write over anything.

    Raises:
        Conflict: somebody, perhaps the same person in another window, was first; `details` has
            the current `version`.
    """
    if base_version is not None and base_version != post.version:
        raise Conflict(
            "This post was changed in another window. What you typed is still here: "
            "copy it if you need it, then reload to see the other version.",
            details={"version": post.version},
        )


def differs(row: Post | PostDraft, changes: PostChanges) -> bool:
    """Whether the changes would change anything."""
    return any(getattr(row, name) != value for name, value in changes.items())


def apply(row: Post | PostDraft, changes: PostChanges) -> None:
    """Write the changes into the row."""
    for name, value in changes.items():
        setattr(row, name, value)


def slug_of(post: Post) -> str:
    """The readable part of its address; the number before it is what counts."""
    return slugify(post.title) or "post"


def tag_of(text: str) -> str:
    """A tag as it is kept: "#Sour Dough" is "sour-dough"; "" if nothing is left."""
    return _NOT_IN_TAG.sub("-", plain_line(text).lstrip("#").lower()).strip("-.")


def picture_ids(*texts: str | None) -> set[UUID]:
    """The uploads whose addresses are in these texts."""
    return {UUID(found) for text in texts if text for found in _UPLOAD.findall(text)}


def _normalised(tags: Sequence[str]) -> Iterator[str]:
    yield from dict.fromkeys(filter(None, map(tag_of, tags)))


def _problems(kept: PostChanges) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, limit in (("title", TITLE_LIMIT), ("intro", INTRO_LIMIT), ("text", TEXT_LIMIT)):
        length = len(str(kept.get(name, "")))
        if length > limit:
            found[name] = f"At most {limit:,} characters; there are {length:,}."
    tags = kept.get("tags", ())
    if len(tags) > MAX_TAGS:
        found["tags"] = f"A post has up to {MAX_TAGS} tags."
    elif any(len(tag) > TAG_LIMIT for tag in tags):
        found["tags"] = f"A tag has up to {TAG_LIMIT} characters."
    cover = kept.get("cover")
    if cover and (len(cover) > COVER_LIMIT or not _COVER.fullmatch(cover)):
        found["cover"] = "Upload a picture for the cover, or give its https:// address."
    return found


def _refuse(found: dict[str, Any]) -> None:
    if found:
        raise Invalid(
            next(iter(found.values())), fields={name: [each] for name, each in found.items()}
        )
