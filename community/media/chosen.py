"""The image processor and the storage of this process, made at first use from the settings."""

from functools import cache
from pathlib import Path

from pydantic import SecretStr

from community.core.settings import settings
from community.media.images import ImageProcessor
from community.media.storage import LocalStorage, Storage


def storage() -> Storage:
    """Where files are: in the bucket of the settings, else in the folder `media` of the data."""
    chosen = settings()
    if not chosen.s3_bucket:
        return _local(chosen.data_dir / "media")
    return _bucket(
        chosen.s3_bucket,
        chosen.s3_endpoint,
        chosen.s3_region,
        chosen.s3_access_key or SecretStr(""),
        chosen.s3_secret_key or SecretStr(""),
    )


@cache
def images() -> ImageProcessor:
    """What judges and re-encodes pictures, one at a time in this process."""
    return ImageProcessor()


@cache
def _local(root: Path) -> LocalStorage:
    return LocalStorage(root)


@cache
def _bucket(
    name: str, endpoint: str | None, region: str, access_key: SecretStr, secret_key: SecretStr
) -> Storage:
    from community.media import s3  # noqa: PLC0415  # a site on a local disk does without it

    store = s3.bucket(
        name,
        endpoint=endpoint,
        region=region,
        access_key=access_key.get_secret_value(),
        secret_key=secret_key.get_secret_value(),
    )
    return s3.S3Storage(store)
