"""Pictures and other files in private messages, and the pictures of groups.

Only the members of a chat who see the message can open its files. An uploaded file that is not
sent within a day is deleted.
"""

from community.domain.chat.files.attaching import attach, release, set_group_picture
from community.domain.chat.files.purging import delete_files, delete_purged, mark_for_purge
from community.domain.chat.files.queries import (
    FileViews,
    build_views,
    exists,
    find_variant,
    get_file,
    get_storage_key,
    get_usage,
    list_files_for_export,
    to_file_view,
    to_picture_view,
)
from community.domain.chat.files.uploading import (
    ProcessedFile,
    ensure_may_upload,
    process_file,
    process_picture,
    store,
    store_files,
)
