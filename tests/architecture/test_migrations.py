"""Tests that the migrations form one linear history and create the tables of the models."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from tests.architecture.sources import ROOT


def test_the_migration_history_has_one_head() -> None:
    assert len(ScriptDirectory.from_config(_make_alembic_config()).get_heads()) == 1


def test_the_migration_history_has_one_base_and_no_branches() -> None:
    revisions = list(ScriptDirectory.from_config(_make_alembic_config()).walk_revisions())
    assert [revision.down_revision for revision in revisions].count(None) == 1
    assert not [revision for revision in revisions if revision.is_merge_point]


# On SQLite, Alembic warns that it cannot read expression-based indexes.
@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_a_migrated_database_matches_the_models(migrated_database: str | Path) -> None:
    config = _make_alembic_config()
    config.attributes["url"] = (
        f"sqlite+aiosqlite:///{migrated_database}"
        if isinstance(migrated_database, Path)
        else migrated_database.replace("postgresql://", "postgresql+asyncpg://")
    )
    command.check(config)  # This raises an error if autogenerate finds a difference.


def _make_alembic_config() -> Config:
    return Config(ROOT / "alembic.ini")
