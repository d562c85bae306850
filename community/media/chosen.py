"""The image processor and the storage of this process, made at first use from the settings."""

from functools import cache
from pathlib import Path

from community.core.settings import settings
from community.media.images import ImageProcessor
from community.media.storage import LocalStorage, Storage


def storage() -> Storage:
    """Where files are: the folder `media` in the data folder."""
    return _local(settings().data_dir / "media")


@cache
def images() -> ImageProcessor:
    """What judges and re-encodes pictures, one at a time in this process."""
    return ImageProcessor()


@cache
def _local(root: Path) -> LocalStorage:
    return LocalStorage(root)
