"""Props of all components that upload images, and of those that also upload videos."""

from typing import Final

from community import urls
from community.domain import uploads
from community.gateways.media import MAX_VIDEO_BYTES

# The URL to which the browser sends an image as the field `file` of a multipart POST request, and
# the types that its file dialog offers.
UPLOAD_PROPS: Final = {"upload_url": urls.MEDIA, "image_types": ",".join(uploads.IMAGE_TYPES)}
VIDEO_UPLOAD_PROPS: Final = {
    "video_upload_url": urls.VIDEO_AVATARS,
    "max_video_bytes": MAX_VIDEO_BYTES,
}
VIDEO_TYPES: Final = ",".join(uploads.VIDEO_TYPES)
