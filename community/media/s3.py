"""Files in an S3-compatible bucket. The only module that imports `obstore`."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import obstore
from obstore.exceptions import NotFoundError
from obstore.store import ObjectStore, S3Store

from community.core.errors import NotFound
from community.media.storage import CHUNK_BYTES, StoredFile, checked, serving_headers

if TYPE_CHECKING:
    from obstore import GetResult  # a name that the library has only for type checkers


class S3Storage:
    """Files as objects of a bucket.

    Args:
        store: the bucket; `bucket()` makes it from settings.
        base_url: the address of keys for browsers: this site (`/media`), or a public bucket or
            CDN in front of it.
    """

    def __init__(self, store: ObjectStore, base_url: str = "/media") -> None:
        self._store = store
        self._base_url = base_url.rstrip("/")

    async def put(self, key: str, data: bytes) -> None:
        headers = serving_headers(key)
        attributes = {name: headers[name] for name in ("Content-Type", "Cache-Control")}
        await obstore.put_async(self._store, key, data, attributes=attributes)

    async def open(self, key: str) -> StoredFile:
        try:
            found = await obstore.get_async(self._store, checked(key))
        except (NotFoundError, FileNotFoundError) as error:
            raise NotFound("There is no such file.") from error
        return StoredFile(found.meta["size"], _pieces(found))

    async def delete(self, key: str) -> bool:
        try:
            await obstore.head_async(self._store, checked(key))
        except (NotFoundError, FileNotFoundError):
            return False
        await obstore.delete_async(self._store, key)
        return True

    def url_for(self, key: str) -> str:
        return f"{self._base_url}/{checked(key)}"


def bucket(
    name: str,
    *,
    endpoint: str | None = None,
    region: str = "us-east-1",
    access_key: str,
    secret_key: str,
) -> S3Store:
    """A bucket at Amazon, or at any compatible server when `endpoint` names one.

    An `http://` endpoint is taken as it is: a server on the same machine or private network.
    """
    return S3Store(
        name,
        config={
            "access_key_id": access_key,
            "secret_access_key": secret_key,
            "region": region,
            **({"endpoint": endpoint} if endpoint else {}),
        },
        client_options={"allow_http": (endpoint or "").startswith("http://"), "timeout": "20s"},
    )


async def _pieces(found: "GetResult") -> AsyncIterator[bytes]:
    async for piece in found.stream(min_chunk_size=CHUNK_BYTES):
        yield bytes(piece)
