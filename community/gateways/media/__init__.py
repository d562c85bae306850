"""Processing of images and videos, and file storage.

- `ImageProcessor().process(data)` converts an uploaded image to WebP files of different widths,
  rotates it upright and removes its metadata. With `kind="video"` it converts a short video to a
  square MP4 file without sound, and its first frame to WebP.
- `LocalStorage(root)` and `s3.S3Storage(store)` store files under the keys that `key_for` returns.
- `private_files` stores the files that `/media` never serves.
- `detect_file_type(data)` returns the type of a PDF document, a text or an audio file.
- `get_serving_headers(key)` returns the HTTP headers for a response that contains a stored file.

This package does not import `s3`, so that a site with local storage does not load the S3 library.
"""

from community.gateways.media.file_types import MAX_FILE_BYTES, clean_file_name, detect_file_type
from community.gateways.media.images import ImageProcessor
from community.gateways.media.storage.local import Storage, StoredFile, get_serving_headers, key_for
from community.gateways.media.storage.private_files import (
    PrivateStorage,
    chat_key_for,
    private_key_for,
)
from community.gateways.media_conversion.crop import WHOLE_IMAGE, Crop
from community.gateways.media_conversion.limits import (
    FORMATS,
    MAX_VIDEO_BYTES,
    MAX_VIDEO_SECONDS,
    Kind,
)
from community.gateways.media_conversion.variant import FIRST_FRAME, ProcessedImage, Variant
