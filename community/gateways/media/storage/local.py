"""The interface of file storages, and a storage in a local directory.

A file is stored under the key `{id}/{name}`, for example `0d9c…/720.webp`. The key is also the last
part of the public URL. Clients may cache a file forever, because a file never changes and an id is
never reused. The id is random and not a hash of the content. Two users who upload the same image
therefore have separate files, and deleting one file does not delete the other.
"""

import asyncio
import os
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import UUID

from community.core.errors import NotFound
from community.i18n import gettext as _

CONTENT_TYPES = {".webp": "image/webp", ".mp4": "video/mp4"}
"""The content types of the files that may be stored, by file name suffix."""

CHUNK_BYTES = 256 * 1024

_KEY = re.compile(r"[0-9a-f]{32}/[a-z0-9]{1,32}(?P<suffix>\.[a-z0-9]{2,5})")


@dataclass(frozen=True)
class StoredFile:
    """The content of a stored file as chunks of bytes, and its size in bytes."""

    size: int
    chunks: AsyncIterator[bytes]


class Storage(Protocol):
    """The interface of file storages, which `LocalStorage` and `s3.S3Storage` implement."""

    async def put(self, key: str, data: bytes) -> None:
        """Write a file atomically. After the method has returned, a crash cannot lose the file."""

    async def open(self, key: str) -> StoredFile:
        """Open a file for reading.

        Raise `NotFound` if the file does not exist, or the key is invalid.
        """

    async def delete(self, key: str) -> bool:
        """Delete a file and return whether it existed."""


def key_for(upload_id: UUID, name: str) -> str:
    """Return the storage key for one file of an upload, for example `0d9c…/720.webp`."""
    key = f"{upload_id.hex}/{name}"
    if not is_key(key):
        raise ValueError(f"not a file name: {name!r}")
    return key


def is_key(key: str) -> bool:
    """Return whether `key` has the format of a storage key and an allowed file name suffix."""
    match = _KEY.fullmatch(key)
    return match is not None and match["suffix"] in CONTENT_TYPES


def validate_key(key: str) -> str:
    """Return `key` unchanged. Raise `NotFound` if it is not a storage key, for example `../x`."""
    if not is_key(key):
        raise make_file_not_found_error()
    return key


def make_file_not_found_error() -> NotFound:
    return NotFound(_("File not found."))


def get_serving_headers(key: str) -> dict[str, str]:
    return {
        "Content-Type": CONTENT_TYPES[Path(validate_key(key)).suffix],
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }


class LocalStorage:
    """A storage that stores files in a local directory, which it creates if necessary.

    The first four digits of the id select one of 65,536 subdirectories, so that no directory
    becomes too large.
    """

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()

    async def put(self, key: str, data: bytes) -> None:
        await asyncio.to_thread(_write_durably, self._path_for(key), data)

    async def open(self, key: str) -> StoredFile:
        path = self._path_for(key)
        try:
            size = (await asyncio.to_thread(path.stat)).st_size
        except FileNotFoundError as error:
            raise make_file_not_found_error() from error
        return StoredFile(size, read_chunks(path))

    async def delete(self, key: str) -> bool:
        return await asyncio.to_thread(_delete_file, self._path_for(key))

    def _path_for(self, key: str) -> Path:
        upload_id, name = validate_key(key).split("/")
        return self._root / upload_id[:2] / upload_id[2:4] / upload_id / name


def _write_durably(path: Path, data: bytes) -> None:
    """Write a temporary file, sync it to the disk and rename it.

    Other processes never see an incomplete file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    for directory in (path.parent, *list(path.parents)[1:4]):
        sync_directory(directory)


def sync_directory(directory: Path) -> None:
    """Write the file names of a directory to the disk, so that they survive a power failure."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _delete_file(path: Path) -> bool:
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    for directory in list(path.parents)[:3]:
        with suppress(OSError):  # raised if the directory is not empty
            directory.rmdir()
    return True


async def read_chunks(path: Path) -> AsyncIterator[bytes]:
    with path.open("rb") as file:
        while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
            yield chunk
