"""Pictures and files: judged, re-encoded, kept and served.

- `ImageProcessor().process(data)` turns an upload into upright WebP copies without metadata.
- `LocalStorage(root)` and `s3.S3Storage(bucket)` keep files under keys made by `key_for`.
- `serving_headers(key)` belongs to every answer that carries a stored file.

The bucket is not imported here, so that a site on a local disk does not load its library.
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
