"""Storage of files that only their owner may download, such as archives of personal data.

The keys differ from those of images, so `/media` never serves these files. A file has one key, and
storing it again replaces it.
"""

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO, Final, Protocol
from uuid import UUID

from community.media.storage import (
    StoredFile,
    make_file_not_found_error,
    read_chunks,
    sync_directory,
)

SERVING_HEADERS: Final = {
    "Content-Type": "application/zip",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}

_KEY = re.compile(r"private/[0-9a-f]{32}\.zip")


class PrivateStorage(Protocol):
    """The interface that `LocalPrivateStorage` and `s3.S3PrivateStorage` implement."""

    async def put(self, key: str, file: BinaryIO) -> None:
        """Store the whole content of an open file atomically, whatever its current position is."""

    async def open(self, key: str) -> StoredFile:
        """Open a file for reading.

        Raises:
            NotFound: The file does not exist, or the key is invalid.
        """

    async def delete(self, key: str) -> None:
        """Delete a file, and what interrupted calls of `put` have left. It need not exist."""


def private_key_for(file_id: UUID) -> str:
    """Return the storage key of an archive, for example `private/0d9c….zip`."""
    return f"private/{file_id.hex}.zip"


def validate_private_key(key: str) -> str:
    """Return `key` unchanged. Raise `NotFound` if it is not the key of a private file."""
    if not _KEY.fullmatch(key):
        raise make_file_not_found_error()
    return key


class LocalPrivateStorage:
    """A storage in a local directory, which it creates so that only the server can read it."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()

    async def put(self, key: str, file: BinaryIO) -> None:
        await asyncio.to_thread(_write_durably, self._path_for(key), file)

    async def open(self, key: str) -> StoredFile:
        path = self._path_for(key)
        try:
            size = (await asyncio.to_thread(path.stat)).st_size
        except FileNotFoundError as error:
            raise make_file_not_found_error() from error
        return StoredFile(size, read_chunks(path))

    async def delete(self, key: str) -> None:
        await asyncio.to_thread(_delete, self._path_for(key))

    def _path_for(self, key: str) -> Path:
        return self._root / validate_private_key(key)


def _write_durably(path: Path, source: BinaryIO) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _delete_unfinished(path)
    # The file name tells `_delete_unfinished` what it belongs to if the process is killed.
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            source.seek(0)
            shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def _delete(path: Path) -> None:
    path.unlink(missing_ok=True)
    _delete_unfinished(path)


def _delete_unfinished(path: Path) -> None:
    for unfinished in path.parent.glob(f"{path.name}.writing-*"):
        unfinished.unlink(missing_ok=True)
