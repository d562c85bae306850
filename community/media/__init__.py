"""Image processing and file storage.

- `ImageProcessor().process(data)` converts an uploaded image to WebP files of different widths,
  rotates it upright and removes its metadata.
- `LocalStorage(root)` and `s3.S3Storage(store)` store files under the keys that `key_for` returns.
- `serving_headers(key)` returns the HTTP headers for a response that contains a stored file.

This module does not import `s3`, so that a site with local storage does not load the S3 library.
"""

from community.media.images import ImageProcessor, ProcessedImage
from community.media.storage import (
    LocalStorage,
    Storage,
    StoredFile,
    is_key,
    key_for,
    serving_headers,
)
from community.media.variant import Variant

__all__ = [
    "ImageProcessor",
    "LocalStorage",
    "ProcessedImage",
    "Storage",
    "StoredFile",
    "Variant",
    "is_key",
    "key_for",
    "serving_headers",
]
