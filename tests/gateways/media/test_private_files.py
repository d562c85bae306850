"""Tests of the storage of private files on the local disk and in an S3 bucket."""

import os
import stat
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from uuid import UUID

import pytest

from community.core.errors import NotFound
from community.gateways.media import PrivateStorage, private_key_for
from community.gateways.media.storage.local import is_key
from community.gateways.media.storage.private_files import LocalPrivateStorage
from tests.gateways.media.bucket_server import run_bucket_server
from tests.gateways.media.test_storage import (
    HOSTILE_KEYS,
    KEY as IMAGE_KEY,
    list_files,
    open_bucket,
)

KEY = private_key_for(UUID("0d9c3f4e5a6b47c8a9d0e1f2a3b4c5d6"))


@pytest.fixture(params=["disk", "bucket"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[PrivateStorage]:
    if request.param == "disk":
        yield LocalPrivateStorage(tmp_path)
        return
    with run_bucket_server() as (url, _):
        yield open_bucket(url).private


async def read_file(storage: PrivateStorage) -> bytes:
    file = await storage.open(KEY)
    data = b"".join([chunk async for chunk in file.chunks])
    assert len(data) == file.size
    return data


async def test_a_file_is_stored_from_its_beginning_and_can_be_replaced(
    storage: PrivateStorage,
) -> None:
    data = os.urandom(1_000_000)
    file = BytesIO(data)
    file.seek(500)
    await storage.put(KEY, BytesIO(b"older"))
    await storage.put(KEY, file)
    assert await read_file(storage) == data


async def test_a_deleted_file_is_not_found(storage: PrivateStorage) -> None:
    await storage.put(KEY, BytesIO(b"zip"))
    await storage.delete(KEY)
    await storage.delete(KEY)
    with pytest.raises(NotFound):
        await storage.open(KEY)


@pytest.mark.parametrize("key", [*HOSTILE_KEYS, IMAGE_KEY, f"{KEY}/../x.zip", f"{KEY}\n"])
async def test_other_keys_are_not_found(storage: PrivateStorage, key: str) -> None:
    for call in (storage.open(key), storage.delete(key), storage.put(key, BytesIO(b"x"))):
        with pytest.raises(NotFound):
            await call


def test_the_keys_are_no_keys_of_images() -> None:
    assert not is_key(KEY)


async def test_only_the_server_may_read_the_directory(tmp_path: Path) -> None:
    await LocalPrivateStorage(tmp_path).put(KEY, BytesIO(b"zip"))
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o700


async def test_a_failed_write_leaves_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", raise_disk_full)
    with pytest.raises(OSError, match="No space left"):
        await LocalPrivateStorage(tmp_path).put(KEY, BytesIO(b"zip"))
    assert list_files(tmp_path) == []


@pytest.mark.parametrize("action", ["put", "delete"])
async def test_what_a_killed_process_has_written_is_deleted(tmp_path: Path, action: str) -> None:
    storage = LocalPrivateStorage(tmp_path)
    await storage.put(KEY, BytesIO(b"zip"))
    (tmp_path / f"{KEY}.writing-x1").write_bytes(b"half")
    if action == "put":
        await storage.put(KEY, BytesIO(b"newer"))
        assert [file.read_bytes() for file in list_files(tmp_path)] == [b"newer"]
    else:
        await storage.delete(KEY)
        assert list_files(tmp_path) == []


async def test_objects_in_a_bucket_may_not_be_cached() -> None:
    with run_bucket_server() as (url, objects):
        await open_bucket(url).private.put(KEY, BytesIO(b"zip"))
        _, headers = objects[f"/media/{KEY}"]
    assert headers["content-type"] == "application/zip"
    assert headers["cache-control"] == "private, no-store"
