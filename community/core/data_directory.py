"""The directory DATA_DIR, which only its owner may read, and the secret key in it."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from community.core.errors import ConfigurationError

# SQLite creates these files beside a database.
_SQLITE_SUFFIXES = ("", "-wal", "-shm", "-journal")
_PRIVATE_FILE = 0o600
_PRIVATE_DIRECTORY = 0o700
_PROBE_BYTES = 4_096
_KEY_BYTES = 48


def prepare(data_dir: Path, database_file: Path | None) -> None:
    """Create the directory, and let only its owner read it, the database and the secret key.

    Raise `ConfigurationError` if the directory cannot be created or written.
    """
    try:
        data_dir.mkdir(parents=True, exist_ok=True, mode=_PRIVATE_DIRECTORY)
        check_writable(data_dir)
        data_dir.chmod(_PRIVATE_DIRECTORY)
        if database_file is not None:
            # SQLite gives the other files of a database the permissions of this file.
            os.close(os.open(database_file, os.O_CREAT | os.O_WRONLY, _PRIVATE_FILE))
        for file in _list_private_files(data_dir, database_file):
            with suppress(FileNotFoundError):
                file.chmod(_PRIVATE_FILE)
    except OSError as error:
        raise ConfigurationError(
            f"DATA_DIR {str(data_dir)!r} is not a directory that this user can write: "
            f"{error.strerror}"
        ) from None


def check_writable(directory: Path) -> None:
    """Write and delete a small file.

    Raise `OSError` if the directory is missing or read-only, or the disk is full.
    """
    with tempfile.NamedTemporaryFile(dir=directory, prefix=".write-check-") as file:
        file.write(bytes(_PROBE_BYTES))
        file.flush()


def load_or_create_key(file: Path, min_length: int) -> str:
    """Return the secret key in a file. Create the file if it does not exist.

    After a crash or on a full disk, the file is missing or complete, but never empty. If several
    processes create it at the same time, all of them use the same key. Raise `ConfigurationError`
    if the key is too short, or the file cannot be read or written.
    """
    try:
        if not file.exists():
            _create_key(file)
        key = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"The secret key in {str(file)!r} cannot be read or created: "
            f"{getattr(error, 'strerror', None) or 'it is not text'}"
        ) from None
    if len(key) < min_length:
        raise ConfigurationError(
            f"The secret key in {str(file)!r} is empty or too short. Restore the file from a "
            "backup, or delete it to create a new key."
        )
    return key


def _create_key(file: Path) -> None:
    with _temporary_file(file.parent) as temporary:
        temporary.write_text(secrets.token_urlsafe(_KEY_BYTES), encoding="ascii")
        _sync(temporary)
        # Unlike `rename`, `link` does not replace the key of another process.
        with suppress(FileExistsError):
            os.link(temporary, file)
    _sync(file.parent)


@contextmanager
def _temporary_file(directory: Path) -> Iterator[Path]:
    descriptor, name = tempfile.mkstemp(dir=directory, prefix=".secret_key-")
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        Path(name).unlink()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _list_private_files(data_dir: Path, database_file: Path | None) -> list[Path]:
    databases = [data_dir / "jobs.db", *([database_file] if database_file else [])]
    files = [Path(f"{file}{suffix}") for file in databases for suffix in _SQLITE_SUFFIXES]
    return [data_dir / "secret_key", *files]
