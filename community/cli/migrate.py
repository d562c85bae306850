"""The command `migrate`, which updates the database schema."""

from typing import Annotated

import typer

from community.cli.paths import ROOT


def migrate(
    to: Annotated[str, typer.Argument(help="Target revision.")] = "head",
    sql: Annotated[bool, typer.Option("--sql", help="Print the SQL without running it.")] = False,
) -> None:
    """Migrate the database to the latest revision."""
    from alembic import command
    from alembic.config import Config

    from community.core.settings import settings

    settings().data_dir.mkdir(parents=True, exist_ok=True)
    command.upgrade(Config(ROOT / "alembic.ini"), to, sql=sql)
    if not sql:
        typer.echo("The database is up to date.")
