"""Bring the tables of the database up to date."""

from typing import Annotated

import typer

from community.cli.paths import ROOT


def migrate(
    to: Annotated[str, typer.Argument(help="Revision to go to.")] = "head",
    sql: Annotated[bool, typer.Option("--sql", help="Print the SQL; change nothing.")] = False,
) -> None:
    """Bring the tables of the database up to date."""
    from alembic import command
    from alembic.config import Config

    from community.core.settings import settings

    settings().data_dir.mkdir(parents=True, exist_ok=True)
    command.upgrade(Config(ROOT / "alembic.ini"), to, sql=sql)
    if not sql:
        typer.echo("The tables are up to date.")
