"""The command `migrate`, which updates the database schema."""

import asyncio
from typing import Annotated

import typer

from community.cli.preconditions import ROOT


def migrate(
    to: Annotated[str, typer.Argument(help="Target revision.")] = "head",
    sql: Annotated[bool, typer.Option("--sql", help="Print the SQL without running it.")] = False,
) -> None:
    """Migrate the database to the latest revision."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    from community.cli.preconditions import prepare_data_directory
    from community.core.db.schema_version import connect
    from community.core.errors import ConfigurationError

    prepare_data_directory()
    before = asyncio.run(connect())
    try:
        command.upgrade(Config(ROOT / "alembic.ini"), to, sql=sql)
    except CommandError as error:
        raise ConfigurationError(str(error)) from None
    if sql:
        return
    after = asyncio.run(connect())
    if after == before:
        typer.echo("The database is up to date.")
    else:
        typer.echo(f"Migrated the database to revision {', '.join(sorted(after))}.")
