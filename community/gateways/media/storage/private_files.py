"""Storage of files that only some users may open: archives of personal data, files of chats.

The keys differ from those of images, so `/media` never serves these files. Storing a file again
under the same key replaces it.
"""

import asyncio
import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, Protocol
from uuid import UUID

from community.gateways.media.storage import local

ARCHIVE_HEADERS: Final = {
    "Content-Type": "application/zip",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}

_KEY = re.compile(
    r"private/[0-9a-f]{32}\.zip|chats/[0-9a-f]{2}/[0-9a-f]{32}/(?:file|[0-9]{1,4}\.webp)"
)


class PrivateStorage(Protocol):
    """The interface that `LocalPrivateStorage` and `s3.S3PrivateStorage` implement."""

    async def put(self, key: str, file: BinaryIO) -> None:
        """Store the whole content of an open file atomically, whatever its current position is."""

    async def open(self, key: str) -> local.StoredFile:
        """Open a file for reading.

        Raise `NotFound` if the file does not exist, or the key is invalid.
        """

    async def delete(self, key: str) -> None:
        """Delete a file, and what interrupted calls of `put` have left. It need not exist."""


def private_key_for(file_id: UUID) -> str:
    """Return the storage key of an archive, for example `private/0d9c….zip`."""
    return f"private/{file_id.hex}.zip"


def chat_key_for(file_id: UUID, name: str) -> str:
    """Return the storage key of a file of a chat, for example `chats/d6/0d9c…d6/720.webp`.

    The last two digits of the id select the folder, because its first ones are a time.

    Args:
        name: `file`, or for a variant of a picture its width, such as `720.webp`.
    """
    key = f"chats/{file_id.hex[-2:]}/{file_id.hex}/{name}"
    if not _KEY.fullmatch(key):
        raise ValueError(f"not a file name: {name!r}")
    return key


def get_stored_headers(key: str) -> dict[str, str]:
    """Return the headers that a bucket stores with a file.

    The routes send headers of their own, because only they know the type of a file of a chat.
    """
    is_archive = validate_private_key(key).endswith(".zip")
    content_type = "application/zip" if is_archive else "application/octet-stream"
    return ARCHIVE_HEADERS | {"Content-Type": content_type}


def validate_private_key(key: str) -> str:
    """Return `key` unchanged. Raise `NotFound` if it is not the key of a private file."""
    if not _KEY.fullmatch(key):
        raise local.make_file_not_found_error()
    return key


class LocalPrivateStorage:
    """A storage in a local directory, which it creates so that only the server can read it."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()

    async def put(self, key: str, file: BinaryIO) -> None:
        await asyncio.to_thread(_write_durably, self._path_for(key), file, self._root)

    async def open(self, key: str) -> local.StoredFile:
        path = self._path_for(key)
        try:
            size = (await asyncio.to_thread(path.stat)).st_size
        except FileNotFoundError as error:
            raise local.make_file_not_found_error() from error
        return local.StoredFile(size, local.read_chunks(path))

    async def delete(self, key: str) -> None:
        await asyncio.to_thread(_delete, self._path_for(key), self._root)

    def _path_for(self, key: str) -> Path:
        return self._root / validate_private_key(key)


def _write_durably(path: Path, source: BinaryIO, root: Path) -> None:
    root.mkdir(parents=True, exist_ok=True)
    folders = _list_folders(path, root)
    for folder in reversed(folders):  # `parents=True` would ignore the mode for the first ones
        folder.mkdir(mode=0o700, exist_ok=True)
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
    for folder in (*folders, root):
        local.sync_directory(folder)


def _list_folders(path: Path, root: Path) -> list[Path]:
    """Return the folders between the file and `root`, without `root`."""
    return [folder for folder in path.parents if folder != root and folder.is_relative_to(root)]


def _delete(path: Path, root: Path) -> None:
    path.unlink(missing_ok=True)
    _delete_unfinished(path)
    if path.parent.parent != root:
        # The folder of one file of a chat. The folders above it are shared with files that are
        # being written.
        with suppress(OSError):  # raised if the folder is not empty
            path.parent.rmdir()


def _delete_unfinished(path: Path) -> None:
    for unfinished in path.parent.glob(f"{path.name}.writing-*"):
        unfinished.unlink(missing_ok=True)
