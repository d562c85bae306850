"""The table of all uploaded images in the Admin Panel."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Select, exists, select
from sqlmodel import col

from community.core.db.columns import eager
from community.core.db.pagination import Int32
from community.domain.tables import (
    Badge,
    Choice,
    Column,
    Filter,
    Person,
    Picture,
    Sort,
    Table,
    label_filter,
    period_filter,
    reference_filter,
)
from community.domain.uploads import policies
from community.domain.uploads.queries import get_still_url
from community.i18n import gettext as _
from community.i18n import noop
from community.models import Upload, UploadReference, User
from community.models.people import user_search_text
from community.models.uploads import upload_search_text

# A search term that starts with this character searches the owners.
OWNER_PREFIX: Final = "@"
# As in the table of users, shorter terms are found only at the beginning of a word.
MIN_SUBSTRING_LENGTH: Final = 3
# Width in pixels of the images in the table.
_PREVIEW_WIDTH: Final = 320

PLACE_LABELS: Final = {
    "posts": noop("Posts"),
    "comments": noop("Comments"),
    "profiles": noop("Profiles"),
    "communities": noop("Communities"),
    "site": noop("Site, reactions and advertising"),
}


def get_display_name(upload: Upload) -> str:
    """Return the name of the file, or the alternative text of an image without a name."""
    return upload.name or upload.alt or _("Image without a name")


def _select_uploads() -> Select[Any]:
    return select(Upload).where(policies.exists()).options(eager(Upload.owner))


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    text = term.lower()
    if text.startswith(OWNER_PREFIX):
        found = user_search_text.contains(" " + text.removeprefix(OWNER_PREFIX), autoescape=True)
        return col(Upload.owner_id).in_(select(col(User.id)).where(found))
    prefix = " " if len(text) < MIN_SUBSTRING_LENGTH else ""
    return upload_search_text.contains(prefix + text, autoescape=True)


def _is_shown_in(place: str) -> ColumnElement[bool]:
    return exists().where(
        col(UploadReference.upload_id) == col(Upload.id),
        col(UploadReference.kind).in_(policies.PLACES[place]),
    )


def _to_picture(upload: Upload) -> Picture:
    size = f"{upload.width} × {upload.height}"
    # Translators: {size} is a width and height in pixels.
    note = _("{size}, video", size=size) if upload.video_size else size
    return Picture(get_display_name(upload), get_still_url(upload, _PREVIEW_WIDTH), note)


def _to_use(upload: Upload) -> Badge:
    return Badge(noop("Unused")) if upload.attached_at is None else Badge(noop("In use"), "success")


UPLOAD_TABLE: Final = Table(
    code="media",
    section=policies.SECTION,
    select=_select_uploads,
    id=col(Upload.id),
    id_type=UUID,
    columns=(
        Column("file", noop("Image"), _to_picture, "picture", "lg"),
        Column(
            "owner",
            noop("Owner"),
            lambda upload: Person.of(upload.owner),
            "person",
            "md",
        ),
        Column("use", noop("Use"), _to_use, "badge"),
        Column("size", noop("Size"), lambda upload: upload.size, "size", sort="size"),
        Column(
            "original_size",
            noop("Uploaded file"),
            lambda upload: upload.original_size or None,
            "size",
            is_default=False,
        ),
        Column("alt", noop("Alt text"), lambda upload: upload.alt, width="md", is_default=False),
        Column(
            "uploaded", noop("Uploaded"), lambda upload: upload.created_at, "time", sort="uploaded"
        ),
    ),
    sorts=(
        Sort("uploaded", noop("Uploaded"), col(Upload.created_at), datetime, is_descending=True),
        Sort("size", noop("Size"), col(Upload.size), Int32, is_descending=True),
    ),
    default_sort="-uploaded",
    filters=(
        Filter(
            "use",
            noop("Use"),
            (
                Choice("used", noop("In use"), lambda: col(Upload.attached_at).is_not(None)),
                Choice("unused", noop("Unused"), lambda: col(Upload.attached_at).is_(None)),
            ),
        ),
        label_filter("place", noop("Shown in"), PLACE_LABELS, _is_shown_in),
        period_filter("uploaded", noop("Uploaded"), col(Upload.created_at)),
    ),
    id_filters=(reference_filter("owner", noop("Owner"), col(Upload.owner_id)),),
    search=_matches_search,
)
