from pathlib import Path

import pytest
from pydantic import ValidationError

from community.core.settings import Settings, settings
from community.gateways.media import backends
from community.gateways.media.storage.local import LocalStorage
from community.gateways.media.storage.s3 import S3Storage
from tests.gateways.media.bucket_server import run_bucket_server

KEY = "0d9c3f4e5a6b47c8a9d0e1f2a3b4c5d6/720.webp"
KEYS = {"S3_ACCESS_KEY": "key", "S3_SECRET_KEY": "a secret"}


def set_environment(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()


def test_files_are_stored_in_the_data_directory_if_no_bucket_is_configured(site: Path) -> None:
    assert isinstance(backends.get_storage(), LocalStorage)
    assert backends.get_storage() is backends.get_storage()


async def test_files_are_stored_in_s3_if_a_bucket_is_configured(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run_bucket_server() as (url, objects):
        set_environment(monkeypatch, S3_BUCKET="images", S3_ENDPOINT=url, **KEYS)
        storage = backends.get_storage()
        assert isinstance(storage, S3Storage)
        assert storage is backends.get_storage()
        await storage.put(KEY, b"webp")
        assert list(objects) == [f"/images/{KEY}"]
        assert (await storage.open(KEY)).size == 4


@pytest.mark.parametrize("missing", KEYS)
def test_startup_fails_for_a_bucket_without_credentials(
    site: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    keys = {name: value for name, value in KEYS.items() if name != missing}
    set_environment(monkeypatch, S3_BUCKET="images", **keys)
    with pytest.raises(ValidationError, match="S3_BUCKET needs"):
        Settings()


def test_the_repr_of_the_settings_does_not_contain_the_s3_secret(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_environment(monkeypatch, S3_BUCKET="images", **KEYS)
    assert "a secret" not in repr(settings())
