"""Migrations: one line of them, from nothing to what the models say."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from tests.shape.sources import ROOT


def test_the_revisions_have_one_head() -> None:
    assert len(ScriptDirectory.from_config(_config()).get_heads()) == 1


def test_the_revisions_begin_with_nothing_and_branch_nowhere() -> None:
    revisions = list(ScriptDirectory.from_config(_config()).walk_revisions())
    assert [revision.down_revision for revision in revisions].count(None) == 1
    assert not [revision for revision in revisions if revision.is_merge_point]


@pytest.mark.filterwarnings("ignore:.*expression-based index")  # SQLite cannot be asked about them
def test_a_migrated_database_has_what_the_models_say(migrated: str | Path) -> None:
    config = _config()
    config.attributes["url"] = (
        f"sqlite+aiosqlite:///{migrated}"
        if isinstance(migrated, Path)
        else migrated.replace("postgresql://", "postgresql+asyncpg://")
    )
    command.check(config)  # raises where a new revision would have anything to do


def _config() -> Config:
    return Config(ROOT / "alembic.ini")
