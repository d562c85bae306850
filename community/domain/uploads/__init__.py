"""Functions that store uploaded images and videos and who shows them, and delete them."""

from community.domain.uploads.actions import (
    ProcessedUpload,
    describe_variants,
    process,
    store,
    store_files,
)
from community.domain.uploads.personal_data import (
    PERSONAL_DATA,
    ArchivedFile,
    list_files_for_export,
)
from community.domain.uploads.policies import (
    AVATAR_WIDTH,
    HEADER_WIDTH,
    IMAGE_TYPES,
    SECTION as MEDIA_SECTION,
    VIDEO_TYPES,
)
from community.domain.uploads.purging import delete_files, delete_purged, mark_for_purge
from community.domain.uploads.queries import (
    find_media_views,
    find_upload,
    find_video_url,
    get_still_url,
    get_variant_url,
    is_video,
    to_media_view,
)
from community.domain.uploads.references import (
    SITE_IMAGES,
    ImageField,
    attach_site_images,
    ensure_size,
    list_references,
    release,
    set_images,
    set_references,
)
from community.domain.uploads.removal import (
    UnusedUploadsRemoved,
    UploadRemoved,
    count_removable,
    delete_removed,
    find_removed,
    remove,
    remove_all_unused,
)
from community.domain.uploads.schemas import MediaUsage, MediaView, UnusedUploads
from community.domain.uploads.upload_table import UPLOAD_TABLE, get_display_name
from community.domain.uploads.usage import clear_usage_cache, get_usage
