"""Tests that the migrations form one linear history and create the tables of the models.

Other tests check that each migration can be undone, and that it does not block a running site.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from tests import databases
from tests.architecture.sources import ROOT


def test_the_migration_history_has_one_head() -> None:
    assert len(ScriptDirectory.from_config(_make_alembic_config()).get_heads()) == 1


def test_the_migration_history_has_one_base_and_no_branches() -> None:
    revisions = list(ScriptDirectory.from_config(_make_alembic_config()).walk_revisions())
    assert [revision.down_revision for revision in revisions].count(None) == 1
    assert not [revision for revision in revisions if revision.is_merge_point]


# On SQLite, Alembic warns that it cannot read expression-based indexes.
@pytest.mark.filterwarnings("ignore:.*expression-based index")
# On PostgreSQL, it warns that it does not compare indexes with an operator class.
@pytest.mark.filterwarnings("ignore:.*operator clause")
def test_a_migrated_database_matches_the_models(migrated_database: str | Path) -> None:
    config = _make_alembic_config()
    config.attributes["url"] = (
        f"sqlite+aiosqlite:///{migrated_database}"
        if isinstance(migrated_database, Path)
        else migrated_database.replace("postgresql://", "postgresql+asyncpg://")
    )
    command.check(config)  # This raises an error if autogenerate finds a difference.


@pytest.mark.filterwarnings("ignore:.*expression-based index", "ignore:.*operator clause")
def test_all_migrations_can_be_undone(migrated_database: str | Path, tmp_path: Path) -> None:
    config = _make_alembic_config()
    config.attributes["url"] = _create_database(migrated_database, tmp_path)
    command.downgrade(config, "base")
    command.upgrade(config, "head")
    command.check(config)


def test_new_indexes_of_existing_tables_are_created_concurrently() -> None:
    """A migration that creates such an index otherwise blocks writes to the table."""
    calls = [
        f"{file.name}:{call.lineno}"
        for file in sorted((ROOT / "alembic/versions").glob("*.py"))
        for call in _find_blocking_index_creations(ast.parse(file.read_text()))
    ]
    assert not calls, calls


def _find_blocking_index_creations(module: ast.Module) -> Iterator[ast.Call]:
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call)]
    new_tables = {
        ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) == "op.create_table"
    }
    for call in calls:
        if ast.unparse(call.func) != "op.create_index" or ast.unparse(call.args[1]) in new_tables:
            continue
        if "postgresql_concurrently" not in {keyword.arg for keyword in call.keywords}:
            yield call


def _create_database(migrated_database: str | Path, folder: Path) -> str:
    if isinstance(migrated_database, Path):
        url = databases.copy_sqlite_template(migrated_database, folder)
        return url.replace("sqlite://", "sqlite+aiosqlite://")
    url = databases.recreate_postgres_database(f"{migrated_database}_undone")
    return url.replace("postgresql://", "postgresql+asyncpg://")


def _make_alembic_config() -> Config:
    return Config(ROOT / "alembic.ini")
