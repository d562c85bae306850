"""Run the migrations on the database of the settings, or on another database in tests.

Tests set the URL of their database in `config.attributes["url"]`.
"""

import asyncio
import warnings
from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection
from sqlalchemy.exc import SAWarning
from sqlmodel.sql.sqltypes import AutoString

from community import models
from community.core.db import sessions as database
from community.core.db.columns import UTCDateTime
from community.core.settings import settings

config = context.config


def render_item(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """Render the column types of this project as SQLAlchemy types in generated revisions.

    A revision must not import the models, because the models change after the revision.
    """
    if kind == "type" and isinstance(item, UTCDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, AutoString):
        return f"sa.String(length={item.length})" if item.length else "sa.String()"
    return False


def is_compared(name: str | None, kind: str, _: Any) -> bool:
    """Return whether autogenerate compares a table. Those of text indexes have no classes."""
    return kind != "table" or not (name or "").startswith(("message_search", "search_tokens"))


def run_migrations(connection: Connection) -> None:
    # Migrations that create a table of SQLite again also create its indexes of expressions.
    warnings.filterwarnings("ignore", "Skipped unsupported reflection", SAWarning)
    context.configure(
        connection=connection,
        target_metadata=models.User.metadata,  # of all tables, which `models` imports
        include_name=is_compared,
        render_item=render_item,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def main() -> None:
    engine = database.make_engine(config.attributes.get("url") or settings().async_database_url)
    async with engine.connect() as connection:
        await connection.run_sync(run_migrations)
        await connection.commit()
    await engine.dispose()


asyncio.run(main())
