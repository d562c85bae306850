"""The image processor and the file storage of this process, as selected by the settings."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from community.core.settings import settings
from community.gateways.media.images import ImageProcessor
from community.gateways.media.storage.local import LocalStorage, Storage
from community.gateways.media.storage.private_files import LocalPrivateStorage, PrivateStorage

if TYPE_CHECKING:
    from community.gateways.media.storage.s3 import S3Storage


def get_storage() -> Storage:
    """Return the storage for uploads: the bucket S3_BUCKET or the directory `media` in DATA_DIR."""
    return _find_bucket() or _get_local_storage(settings().data_dir / "media")


def get_private_storage() -> PrivateStorage:
    """Return the storage for private files: S3_BUCKET or the directory `private` in DATA_DIR."""
    bucket = _find_bucket()
    return bucket.private if bucket else LocalPrivateStorage(settings().data_dir)


@cache
def get_image_processor() -> ImageProcessor:
    return ImageProcessor()


@cache
def _get_local_storage(root: Path) -> LocalStorage:
    return LocalStorage(root)


def _find_bucket() -> "S3Storage | None":
    config = settings()
    if not config.s3_bucket:
        return None
    return _get_s3_storage(
        config.s3_bucket,
        config.s3_endpoint,
        config.s3_region,
        config.s3_access_key or SecretStr(""),
        config.s3_secret_key or SecretStr(""),
    )


@cache
def _get_s3_storage(
    bucket: str, endpoint: str | None, region: str, access_key: SecretStr, secret_key: SecretStr
) -> "S3Storage":
    from community.gateways.media.storage.s3 import S3Storage  # noqa: PLC0415  # not needed for local storage

    return S3Storage(
        bucket,
        endpoint=endpoint,
        region=region,
        access_key=access_key.get_secret_value(),
        secret_key=secret_key.get_secret_value(),
    )
