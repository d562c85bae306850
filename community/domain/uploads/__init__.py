"""Functions that store uploaded images and who shows them, and delete unused images."""

from community.domain.uploads.actions import (
    ProcessedUpload,
    process,
    store,
    store_files,
)
from community.domain.uploads.listeners import SITE_IMAGES, attach_site_images
from community.domain.uploads.merging import move_uploads
from community.domain.uploads.policies import IMAGE_TYPES
from community.domain.uploads.purging import delete_files, delete_purged, mark_for_purge
from community.domain.uploads.queries import (
    find_media_views,
    get_variant_url,
    list_storage_keys,
    to_media_view,
)
from community.domain.uploads.references import (
    ImageField,
    ReferenceOwner,
    ensure_size,
    set_images,
    set_references,
)
from community.domain.uploads.schemas import MediaView

__all__ = [
    "IMAGE_TYPES",
    "SITE_IMAGES",
    "ImageField",
    "MediaView",
    "ProcessedUpload",
    "ReferenceOwner",
    "attach_site_images",
    "delete_files",
    "delete_purged",
    "ensure_size",
    "find_media_views",
    "get_variant_url",
    "list_storage_keys",
    "mark_for_purge",
    "move_uploads",
    "process",
    "set_images",
    "set_references",
    "store",
    "store_files",
    "to_media_view",
]
