"""The table of all uploaded images in the Admin Panel."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Select, exists, select
from sqlmodel import col

from community.core.db import columns, pagination
from community.domain import tables
from community.domain.tables import Sort, Table
from community.domain.uploads import policies
from community.i18n import gettext as _
from community.models import Upload, UploadReference, User
from community.models.people import user_search_text
from community.models.uploads import upload_search_text

# A search term that starts with this character searches the owners.
OWNER_PREFIX: Final = "@"
# As in the table of users, shorter terms are found only at the beginning of a word.
MIN_SUBSTRING_LENGTH: Final = 3


def get_display_name(upload: Upload) -> str:
    """Return the name of the file, or the alternative text of an image without a name."""
    return upload.name or upload.alt or _("Image without a name")


def _select_uploads() -> Select[Any]:
    return select(Upload).where(policies.exists()).options(columns.eager(Upload.owner))


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


UPLOAD_TABLE: Final = Table(
    code="media",
    section=policies.SECTION,
    select=_select_uploads,
    id=col(Upload.id),
    id_type=UUID,
    sorts=(
        Sort("uploaded", col(Upload.created_at), datetime, is_descending=True),
        Sort("size", col(Upload.size), pagination.Int32, is_descending=True),
    ),
    default_sort="-uploaded",
    filters=(
        tables.Filter(
            "use",
            (
                tables.Choice("used", lambda: col(Upload.attached_at).is_not(None)),
                tables.Choice("unused", lambda: col(Upload.attached_at).is_(None)),
            ),
        ),
        tables.value_filter("place", policies.PLACES, _is_shown_in),
        tables.period_filter("uploaded", col(Upload.created_at)),
    ),
    id_filters=(tables.reference_filter("owner", col(Upload.owner_id)),),
    search=_matches_search,
)
