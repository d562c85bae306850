"""Functions that store uploaded images, mark them as used in content, and delete unused ones."""

from community.domain.uploads.actions import (
    ProcessedUpload,
    detach_if_unreferenced,
    mark_attached,
    process,
    store,
    store_files,
)
from community.domain.uploads.purging import delete_files, delete_purged, mark_for_purge
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
    "delete_files",
    "delete_purged",
    "detach_if_unreferenced",
    "find_media_views",
    "get_variant_url",
    "list_storage_keys",
    "mark_attached",
    "mark_for_purge",
    "process",
    "store",
    "store_files",
    "to_media_view",
]
