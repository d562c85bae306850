"""File storage in an S3-compatible bucket. Only this module imports the library `obstore`."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, BinaryIO

import obstore
from obstore.exceptions import NotFoundError
from obstore.store import S3Store

from community.gateways.media.storage import local
from community.gateways.media.storage.private_files import get_stored_headers, validate_private_key

if TYPE_CHECKING:
    from obstore import GetResult  # this class exists only for type checkers


class S3Storage:
    """A storage that stores files as objects in a bucket on Amazon S3 or a compatible server.

    Attributes:
        private: The storage of private files, in the same bucket.

    Args:
        endpoint: The URL of an S3-compatible server. It may start with `http://`, because the
            server may be on the same machine or in a private network.
    """

    def __init__(
        self, bucket: str, *, endpoint: str | None, region: str, access_key: str, secret_key: str
    ) -> None:
        self._store = S3Store(
            bucket,
            config={
                "access_key_id": access_key,
                "secret_access_key": secret_key,
                "region": region,
                **({"endpoint": endpoint} if endpoint else {}),
            },
            client_options={"allow_http": (endpoint or "").startswith("http://"), "timeout": "20s"},
        )
        self.private = S3PrivateStorage(self._store)

    async def put(self, key: str, data: bytes) -> None:
        attributes = _select_attributes(local.get_serving_headers(key))
        await obstore.put_async(self._store, key, data, attributes=attributes)

    async def open(self, key: str) -> local.StoredFile:
        return await _open_object(self._store, local.validate_key(key))

    async def delete(self, key: str) -> bool:
        try:
            await obstore.head_async(self._store, local.validate_key(key))
        except (NotFoundError, FileNotFoundError):
            return False
        await obstore.delete_async(self._store, key)
        return True


class S3PrivateStorage:
    """A storage of private files. `S3Storage`, whose files `/media` serves, rejects their keys."""

    def __init__(self, store: S3Store) -> None:
        self._store = store

    async def put(self, key: str, file: BinaryIO) -> None:
        file.seek(0)
        attributes = _select_attributes(get_stored_headers(key))
        await obstore.put_async(self._store, validate_private_key(key), file, attributes=attributes)

    async def open(self, key: str) -> local.StoredFile:
        return await _open_object(self._store, validate_private_key(key))

    async def delete(self, key: str) -> None:
        await obstore.delete_async(self._store, validate_private_key(key))


def _select_attributes(headers: dict[str, str]) -> dict[str, str]:
    return {name: headers[name] for name in ("Content-Type", "Cache-Control")}


async def _open_object(store: S3Store, key: str) -> local.StoredFile:
    try:
        result = await obstore.get_async(store, key)
    except (NotFoundError, FileNotFoundError) as error:
        raise local.make_file_not_found_error() from error
    return local.StoredFile(result.meta["size"], _read_chunks(result))


async def _read_chunks(result: "GetResult") -> AsyncIterator[bytes]:
    async for chunk in result.stream(min_chunk_size=local.CHUNK_BYTES):
        yield bytes(chunk)
