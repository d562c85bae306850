"""Where uploaded files live. Files never change: an id is never used twice, so caches keep them.

A key is `{id}/{name}`, for example `0d9c…/720.webp`; it is also the tail of the public address.
Keys come from random ids rather than from contents: equal files of two people stay two files, so
that removing one never takes the other's away.
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

CONTENT_TYPES = {".webp": "image/webp"}
"""The only kinds of file that are stored and served, by suffix."""

CHUNK_BYTES = 256 * 1024

_KEY = re.compile(r"[0-9a-f]{32}/[a-z0-9]{1,32}(?P<suffix>\.[a-z0-9]{2,5})")


@dataclass(frozen=True)
class StoredFile:
    """A file being read: its size in bytes and its content in pieces."""

    size: int
    chunks: AsyncIterator[bytes]


class Storage(Protocol):
    """A place for files. Implementations: `LocalStorage`, `s3.S3Storage`."""

    async def put(self, key: str, data: bytes) -> None:
        """Stores a file whole or not at all; once it returns, a crash does not lose it."""

    async def open(self, key: str) -> StoredFile:
        """Begins to read a file.

        Raises:
            NotFound: there is no such file, or the key is none of ours.
        """

    async def delete(self, key: str) -> bool:
        """Removes a file; False if there was none."""

    def url_for(self, key: str) -> str:
        """The address at which a browser gets the file."""


def key_for(media_id: UUID, name: str) -> str:
    """The key of one file of an upload: `key_for(id, "720.webp")`.

    Raises:
        ValueError: a name that is no simple name with a suffix of `CONTENT_TYPES`.
    """
    key = f"{media_id.hex}/{name}"
    if not is_key(key):
        raise ValueError(f"not a file name: {name!r}")
    return key


def is_key(key: str) -> bool:
    """Whether this could be a key: the only form that ever reaches a disk or a bucket."""
    match = _KEY.fullmatch(key)
    return match is not None and match["suffix"] in CONTENT_TYPES


def checked(key: str) -> str:
    """The key itself.

    Raises:
        NotFound: it is not of our form (`../`, absolute, another suffix).
    """
    if not is_key(key):
        raise NotFound("There is no such file.")
    return key


def serving_headers(key: str) -> dict[str, str]:
    """Headers of the answer that carries a stored file."""
    return {
        "Content-Type": CONTENT_TYPES[Path(checked(key)).suffix],
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }


class LocalStorage:
    """Files in a folder, spread over 65,536 subfolders by the first digits of their ids.

    Args:
        root: the folder; made when it is missing.
        base_url: the address under which the site serves keys.
    """

    def __init__(self, root: Path, base_url: str = "/media") -> None:
        self._root = root.resolve()
        self._base_url = base_url.rstrip("/")

    async def put(self, key: str, data: bytes) -> None:
        await asyncio.to_thread(_write_durably, self._path(key), data)

    async def open(self, key: str) -> StoredFile:
        path = self._path(key)
        try:
            size = (await asyncio.to_thread(path.stat)).st_size
        except FileNotFoundError as error:
            raise NotFound("There is no such file.") from error
        return StoredFile(size, _read_in_pieces(path))

    async def delete(self, key: str) -> bool:
        return await asyncio.to_thread(_remove, self._path(key))

    def url_for(self, key: str) -> str:
        return f"{self._base_url}/{checked(key)}"

    def _path(self, key: str) -> Path:
        media_id, name = checked(key).split("/")
        return self._root / media_id[:2] / media_id[2:4] / media_id / name


def _write_durably(path: Path, data: bytes) -> None:
    """A complete file under its name, or no file: a reader or a crash never meets half of one."""
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
    for folder in (path.parent, *list(path.parents)[1:4]):
        _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Makes names in a folder survive a power failure, as `fsync` makes contents survive it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    for folder in list(path.parents)[:3]:
        with suppress(OSError):  # not empty: other files still live there
            folder.rmdir()
    return True


async def _read_in_pieces(path: Path) -> AsyncIterator[bytes]:
    with path.open("rb") as file:
        while piece := await asyncio.to_thread(file.read, CHUNK_BYTES):
            yield piece
