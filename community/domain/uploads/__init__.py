"""Uploaded images. Users attach them to their content; unused images are deleted."""

from community.domain.uploads.actions import (
    ProcessedUpload,
    attach,
    process,
    purge_unattached,
    release,
    store,
    store_files,
)
from community.domain.uploads.queries import (
    find_media_views,
    get_variant_url,
    list_storage_keys,
    to_media_view,
)
from community.domain.uploads.schemas import MediaView

__all__ = [
    "MediaView",
    "ProcessedUpload",
    "attach",
    "find_media_views",
    "get_variant_url",
    "list_storage_keys",
    "process",
    "purge_unattached",
    "release",
    "store",
    "store_files",
    "to_media_view",
]
