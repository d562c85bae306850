"""Files are kept whole, found again and removed, on a disk and in a bucket alike."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from community.core.errors import NotFound
from community.media import LocalStorage, Storage, is_key, key_for, serving_headers
from community.media.s3 import S3Storage, bucket
from tests.media.bucket_server import bucket_server

MEDIA = UUID("0d9c3f4e5a6b47c8a9d0e1f2a3b4c5d6")
KEY = "0d9c3f4e5a6b47c8a9d0e1f2a3b4c5d6/720.webp"
HOSTILE_KEYS = [
    "../../etc/passwd",
    "/etc/passwd",
    f"{MEDIA.hex}/../../x.webp",
    f"{MEDIA.hex}/720.webp/../../x.webp",
    f"{MEDIA.hex}/720.html",
    f"{MEDIA.hex}/720.webp\n",
    f"{MEDIA.hex}/.webp",
    f"{MEDIA.hex}\\720.webp",
    f"{MEDIA.hex.upper()}/720.webp",
    "",
]


@pytest.fixture(params=["disk", "bucket"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    if request.param == "disk":
        yield LocalStorage(tmp_path / "media")
        return
    with bucket_server() as (address, _):
        yield S3Storage(bucket("media", endpoint=address, access_key="key", secret_key="secret"))


async def content(storage: Storage, key: str) -> bytes:
    file = await storage.open(key)
    data = b"".join([piece async for piece in file.chunks])
    assert len(data) == file.size
    return data


async def test_what_was_put_is_read_back(storage: Storage) -> None:
    data = os.urandom(1_000_000)

    await storage.put(KEY, data)

    assert await content(storage, KEY) == data


async def test_a_removed_file_is_gone_and_says_so_once(storage: Storage) -> None:
    await storage.put(KEY, b"webp")

    assert await storage.delete(KEY) is True
    assert await storage.delete(KEY) is False
    with pytest.raises(NotFound):
        await storage.open(KEY)


async def test_removing_one_copy_leaves_the_others(storage: Storage) -> None:
    other = key_for(MEDIA, "320.webp")
    await storage.put(KEY, b"large")
    await storage.put(other, b"small")

    await storage.delete(KEY)

    assert await content(storage, other) == b"small"


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("key", HOSTILE_KEYS)
async def test_no_key_leads_out_of_the_storage(storage: Storage, key: str) -> None:
    assert not is_key(key)
    for attempt in (storage.open(key), storage.delete(key), storage.put(key, b"x")):
        with pytest.raises(NotFound):
            await attempt
    with pytest.raises(NotFound):
        storage.url_for(key)


def test_the_address_of_a_file_is_its_key_below_media(tmp_path: Path) -> None:
    assert key_for(MEDIA, "720.webp") == KEY
    assert LocalStorage(tmp_path).url_for(KEY) == f"/media/{KEY}"


def test_a_name_that_is_no_picture_gets_no_key() -> None:
    with pytest.raises(ValueError, match="not a file name"):
        key_for(MEDIA, "index.html")


def test_browsers_keep_files_for_ever_and_never_guess_their_type() -> None:
    headers = serving_headers(KEY)

    assert headers["Content-Type"] == "image/webp"
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert headers["X-Content-Type-Options"] == "nosniff"


async def test_a_write_that_fails_leaves_neither_a_file_nor_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    storage = LocalStorage(tmp_path)
    monkeypatch.setattr(os, "fsync", full_disk)

    with pytest.raises(OSError, match="No space left"):
        await storage.put(KEY, b"webp")

    assert files_in(tmp_path) == []


async def test_files_are_spread_over_many_folders(tmp_path: Path) -> None:
    storage = LocalStorage(tmp_path)
    for _ in range(50):
        await storage.put(key_for(uuid4(), "320.webp"), b"webp")

    assert len({file.parents[2] for file in files_in(tmp_path)}) > 20


async def test_a_bucket_knows_the_type_and_lifetime_of_its_files() -> None:
    with bucket_server() as (address, objects):
        store = bucket("media", endpoint=address, access_key="key", secret_key="secret")
        await S3Storage(store, base_url="https://cdn.example.org/").put(KEY, b"webp")

        _, headers = objects[f"/media/{KEY}"]
        assert headers["content-type"] == "image/webp"
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        assert S3Storage(store, "https://cdn.example.org/").url_for(KEY) == (
            f"https://cdn.example.org/{KEY}"
        )
