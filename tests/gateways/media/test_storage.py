"""Tests of file storage on the local disk and in an S3 bucket."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from community.core.errors import NotFound
from community.gateways.media import Storage, get_serving_headers, key_for
from community.gateways.media.storage.local import LocalStorage, is_key
from community.gateways.media.storage.s3 import S3Storage
from tests.gateways.media.bucket_server import run_bucket_server

UPLOAD_ID = UUID("0d9c3f4e5a6b47c8a9d0e1f2a3b4c5d6")
KEY = "0d9c3f4e5a6b47c8a9d0e1f2a3b4c5d6/720.webp"
HOSTILE_KEYS = [
    "../../etc/passwd",
    "/etc/passwd",
    f"{UPLOAD_ID.hex}/../../x.webp",
    f"{UPLOAD_ID.hex}/720.webp/../../x.webp",
    f"{UPLOAD_ID.hex}/720.html",
    f"{UPLOAD_ID.hex}/720.webp\n",
    f"{UPLOAD_ID.hex}/.webp",
    f"{UPLOAD_ID.hex}\\720.webp",
    f"{UPLOAD_ID.hex.upper()}/720.webp",
    "",
]


def open_bucket(url: str) -> S3Storage:
    return S3Storage(
        "media", endpoint=url, region="us-east-1", access_key="key", secret_key="secret"
    )


@pytest.fixture(params=["disk", "bucket"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    if request.param == "disk":
        yield LocalStorage(tmp_path / "media")
        return
    with run_bucket_server() as (url, _):
        yield open_bucket(url)


async def read_file(storage: Storage, key: str) -> bytes:
    file = await storage.open(key)
    data = b"".join([chunk async for chunk in file.chunks])
    assert len(data) == file.size
    return data


async def test_a_stored_file_can_be_read(storage: Storage) -> None:
    data = os.urandom(1_000_000)

    await storage.put(KEY, data)

    assert await read_file(storage, KEY) == data


async def test_deleting_a_file_returns_whether_it_existed(storage: Storage) -> None:
    await storage.put(KEY, b"webp")

    assert await storage.delete(KEY) is True
    assert await storage.delete(KEY) is False
    with pytest.raises(NotFound):
        await storage.open(KEY)


async def test_deleting_one_variant_of_an_image_keeps_the_others(storage: Storage) -> None:
    other = key_for(UPLOAD_ID, "320.webp")
    await storage.put(KEY, b"large")
    await storage.put(other, b"small")

    await storage.delete(KEY)

    assert await read_file(storage, other) == b"small"


def list_files(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


@pytest.mark.parametrize("key", HOSTILE_KEYS)
async def test_files_with_unsafe_keys_are_not_found(storage: Storage, key: str) -> None:
    assert not is_key(key)
    for call in (storage.open(key), storage.delete(key), storage.put(key, b"x")):
        with pytest.raises(NotFound):
            await call


def test_the_storage_key_consists_of_the_upload_id_and_the_file_name() -> None:
    assert key_for(UPLOAD_ID, "720.webp") == KEY


def test_a_file_name_that_is_not_an_image_gets_no_storage_key() -> None:
    with pytest.raises(ValueError, match="not a file name"):
        key_for(UPLOAD_ID, "index.html")


def test_files_are_served_with_immutable_and_nosniff_headers() -> None:
    headers = get_serving_headers(KEY)

    assert headers["Content-Type"] == "image/webp"
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert headers["X-Content-Type-Options"] == "nosniff"


async def test_a_failed_write_leaves_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(_: int) -> None:
        raise OSError(28, "No space left on device")

    storage = LocalStorage(tmp_path)
    monkeypatch.setattr(os, "fsync", raise_disk_full)

    with pytest.raises(OSError, match="No space left"):
        await storage.put(KEY, b"webp")

    assert list_files(tmp_path) == []


async def test_files_are_spread_over_many_directories(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path)
    for _ in range(50):
        await storage.put(key_for(uuid4(), "320.webp"), b"webp")

    assert len({file.parents[2] for file in list_files(tmp_path)}) > 20


async def test_s3_objects_have_content_type_and_cache_control_headers() -> None:
    with run_bucket_server() as (url, objects):
        await open_bucket(url).put(KEY, b"webp")

        _, headers = objects[f"/media/{KEY}"]
        assert headers["content-type"] == "image/webp"
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
