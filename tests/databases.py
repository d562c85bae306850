"""Migrated databases for tests: a fresh one for each test, cheaply.

`TEST_DATABASE_URL=postgresql://…/name` runs the suite on PostgreSQL (the database is made anew);
without it each test gets its own copy of one migrated SQLite file.
"""

import os
import shutil
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, make_url, text
from sqlmodel import SQLModel

ROOT = Path(__file__).parent.parent
POSTGRES = os.environ.get("TEST_DATABASE_URL", "")
# Rows that a migration puts there belong to the empty site.
KEPT = {"reaction_kinds"}
BEGIN_COUNTING_AGAIN = """
SELECT setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences
WHERE schemaname = 'public' AND last_value IS NOT NULL
"""


def migrate(url: str) -> None:
    config = Config(ROOT / "alembic.ini")
    config.attributes["url"] = url
    command.upgrade(config, "head")


def make_sqlite_template(folder: Path) -> Path:
    path = folder / "template.db"
    migrate(f"sqlite+aiosqlite:///{path}")
    with create_engine(f"sqlite:///{path}").connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    return path


def copy_sqlite(template: Path, folder: Path) -> str:
    path = folder / "community.db"
    shutil.copyfile(template, path)
    return f"sqlite:///{path}"


def make_postgres(worker: str) -> str:
    """A new migrated database beside the named one, one for each test worker."""
    url = make_url(POSTGRES)
    named = url.set(database=f"{url.database}_{worker}")
    made = make_anew(named.render_as_string(hide_password=False))
    # It is thrown away: nobody waits until the disk has it.
    with _synchronous(made).begin() as connection:
        connection.execute(text(f'ALTER DATABASE "{named.database}" SET synchronous_commit TO off'))
    return made


def make_anew(address: str) -> str:
    """An empty migrated database at this address; one that is there already is dropped."""
    url = make_url(address)
    name = url.database
    admin = create_engine(
        url.set(drivername="postgresql+psycopg", database="postgres"), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    admin.dispose()
    made = url.set(drivername="postgresql+asyncpg", database=name).render_as_string(
        hide_password=False
    )
    migrate(made)
    return made.replace("+asyncpg", "")


def empty_postgres(url: str) -> None:
    """Take all rows away. A few rows are deleted fifty times faster than tables are truncated."""
    tables = [table.name for table in SQLModel.metadata.sorted_tables if table.name not in KEPT]
    deletions = "; ".join(f'DELETE FROM "{name}"' for name in reversed(tables))
    with _synchronous(url).begin() as connection:
        connection.execute(text(deletions))
        connection.execute(text(BEGIN_COUNTING_AGAIN))


@cache
def _synchronous(url: str) -> Engine:
    """An engine for what is done between the tests."""
    return create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
