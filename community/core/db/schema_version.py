"""Checks before the start that the database can be used and is migrated."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from community.core.db.sessions import make_engine
from community.core.errors import ConfigurationError
from community.core.logs import REDACTED, sanitize_text
from community.core.settings import settings

REVISIONS: Final = Path(__file__).resolve().parents[3] / "alembic" / "versions"
_REVISION: Final = re.compile(r'^(revision|down_revision) = "(\w+)"$', re.MULTILINE)
# The error code of PostgreSQL.
_UNDEFINED_TABLE: Final = "42P01"
_NOT_MIGRATED = "The database is not migrated. Run `community migrate`."


async def check_database() -> None:
    """Check that the database is reachable and has the latest schema.

    A schema of a newer version of the code is allowed, because processes of the old version must be
    able to restart during an upgrade. Raise `ConfigurationError` if the database is unreachable or
    not migrated.
    """
    file = settings().database_file
    if file is not None and not file.exists():
        raise ConfigurationError(_NOT_MIGRATED)
    revisions = await connect()
    head, known = read_revisions()
    if head not in revisions and revisions <= known:
        raise ConfigurationError(_NOT_MIGRATED)


async def connect() -> set[str]:
    """Return the revisions of the schema. An empty database has none.

    Raise `ConfigurationError` if the database is unreachable, or is not a database.
    """
    try:
        return await _read_revisions()
    except Exception as error:  # noqa: BLE001  # each driver has its own classes of errors
        raise _make_connection_error(error) from None


def _make_connection_error(error: Exception) -> ConfigurationError:
    """Return an error that says why the database cannot be used, without the password."""
    reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
    reason = reason.rpartition(">: ")[2]  # SQLAlchemy adds the name of the class.
    if password := urlsplit(settings().database_url).password:
        reason = reason.replace(unquote(password), REDACTED).replace(password, REDACTED)
    reason = sanitize_text(reason) or type(error).__name__
    return ConfigurationError(f"The database in DATABASE_URL cannot be used: {reason}")


async def _read_revisions() -> set[str]:
    engine = make_engine(settings().async_database_url)
    try:
        async with engine.connect() as connection:
            return set(await connection.scalars(text("SELECT version_num FROM alembic_version")))
    except DBAPIError as error:
        if _is_missing_table(error):
            return set()
        raise
    finally:
        await engine.dispose()


def _is_missing_table(error: DBAPIError) -> bool:
    is_missing_in_postgresql = getattr(error.orig, "sqlstate", "") == _UNDEFINED_TABLE
    return is_missing_in_postgresql or "no such table" in str(error)


def read_revisions() -> tuple[str, set[str]]:
    """Return the latest revision of the files, and all of them.

    Alembic would also import the files. Then each web process would keep 12 MB of modules that
    only this check uses.
    """
    names: dict[str, set[str]] = {"revision": set(), "down_revision": set()}
    for file in REVISIONS.glob("*.py"):
        for name, value in _REVISION.findall(file.read_text("utf-8")):
            names[name].add(value)
    (head,) = names["revision"] - names["down_revision"]
    return head, names["revision"]
