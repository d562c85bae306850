"""Pictures that people upload: taken in, attached to what they write, removed when unused."""

from community.domain.uploads.actions import (
    Judged,
    attach,
    judge,
    keep_files,
    purge_unattached,
    release,
    store,
)
from community.domain.uploads.queries import keys_of, url_of, view_of, views
from community.domain.uploads.schemas import MediaView

__all__ = [
    "Judged",
    "MediaView",
    "attach",
    "judge",
    "keep_files",
    "keys_of",
    "purge_unattached",
    "release",
    "store",
    "url_of",
    "view_of",
    "views",
]
