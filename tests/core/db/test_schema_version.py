"""Tests of the check of the database schema before the start."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from community.core.db import schema_version
from community.core.errors import ConfigurationError
from community.core.settings import settings

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def unmigrated_database(db: None) -> Iterator[None]:
    """Hide the table with the revision, as in an empty database."""
    url = settings().database_url.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE alembic_version RENAME TO hidden_version"))
    yield
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE hidden_version RENAME TO alembic_version"))
    engine.dispose()


async def test_a_migrated_database_can_be_used(db: None) -> None:
    await schema_version.check_database()


@pytest.mark.usefixtures("unmigrated_database")
async def test_an_empty_database_has_no_revision_and_must_be_migrated() -> None:
    assert await schema_version.connect() == set()
    with pytest.raises(ConfigurationError, match="Run `community migrate`"):
        await schema_version.check_database()


def test_the_revisions_are_those_of_alembic() -> None:
    scripts = ScriptDirectory.from_config(Config(ROOT / "alembic.ini"))
    known = {script.revision for script in scripts.walk_revisions()}
    assert schema_version.read_revisions() == (scripts.get_current_head(), known)
