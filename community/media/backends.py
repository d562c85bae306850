"""The image processor and the file storage of this process, as selected by the settings."""

from functools import cache
from pathlib import Path

from pydantic import SecretStr

from community.core.settings import settings
from community.media.images import ImageProcessor
from community.media.storage import LocalStorage, Storage


def get_storage() -> Storage:
    """Return the storage for uploads.

    This is the bucket S3_BUCKET or, if it is not set, the directory `media` in DATA_DIR.
    """
    config = settings()
    if not config.s3_bucket:
        return _get_local_storage(config.data_dir / "media")
    return _get_s3_storage(
        config.s3_bucket,
        config.s3_endpoint,
        config.s3_region,
        config.s3_access_key or SecretStr(""),
        config.s3_secret_key or SecretStr(""),
    )


@cache
def get_image_processor() -> ImageProcessor:
    return ImageProcessor()


@cache
def _get_local_storage(root: Path) -> LocalStorage:
    return LocalStorage(root)


@cache
def _get_s3_storage(
    bucket: str, endpoint: str | None, region: str, access_key: SecretStr, secret_key: SecretStr
) -> Storage:
    from community.media.s3 import S3Storage  # noqa: PLC0415  # not needed for local storage

    return S3Storage(
        bucket,
        endpoint=endpoint,
        region=region,
        access_key=access_key.get_secret_value(),
        secret_key=secret_key.get_secret_value(),
    )
