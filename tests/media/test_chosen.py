"""Where files are kept is said by the settings."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from community.core.settings import Settings, settings
from community.media import LocalStorage, chosen
from community.media.s3 import S3Storage
from tests.media.bucket_server import bucket_server

KEY = "0d9c3f4e5a6b47c8a9d0e1f2a3b4c5d6/720.webp"
KEYS = {"S3_ACCESS_KEY": "key", "S3_SECRET_KEY": "a secret"}


def set_all(monkeypatch: pytest.MonkeyPatch, **names: str) -> None:
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()


def test_without_a_bucket_files_are_in_the_data_folder(site: Path) -> None:
    assert isinstance(chosen.storage(), LocalStorage)
    assert chosen.storage() is chosen.storage()


async def test_with_a_bucket_they_are_there(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with bucket_server() as (address, objects):
        set_all(monkeypatch, S3_BUCKET="pictures", S3_ENDPOINT=address, **KEYS)
        storage = chosen.storage()
        assert isinstance(storage, S3Storage)
        assert storage is chosen.storage()
        await storage.put(KEY, b"webp")
        assert list(objects) == [f"/pictures/{KEY}"]
        assert (await storage.open(KEY)).size == 4


@pytest.mark.parametrize("missing", KEYS)
def test_a_bucket_without_its_keys_stops_the_start(
    site: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    given = {name: value for name, value in KEYS.items() if name != missing}
    set_all(monkeypatch, S3_BUCKET="pictures", **given)
    with pytest.raises(ValidationError, match="S3_BUCKET needs"):
        Settings()


def test_its_secret_is_not_printed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_all(monkeypatch, S3_BUCKET="pictures", **KEYS)
    assert "a secret" not in repr(settings())
