"""The command `rating:update-place-history`."""

import asyncio
import json
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from datetime import date


def update_place_history(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count the users without storing anything.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compute the ratings of all users, and store their places of today.

    A server does so every day. Repeating the command on the same day replaces the places of today.
    """
    from community.cli.preconditions import check_configuration
    from community.core import clock

    check_configuration()
    day = clock.now().date()
    rated = asyncio.run(_update(day, dry_run=dry_run))
    if as_json:
        result = {"date": day.isoformat(), "rated": rated, "dry_run": dry_run}
        typer.echo(json.dumps(result, indent=2))
        return
    verb = "Would store" if dry_run else "Stored"
    typer.echo(f"{verb} the places of {rated} user{'s' if rated != 1 else ''} for {day}.")


async def _update(day: "date", *, dry_run: bool) -> int:
    from community.core.db import sessions as database
    from community.jobs.update_ratings import update_place_history as update

    try:
        return await update(day, dry_run=dry_run)
    finally:
        await database.close()
