"""The command `rating:update-place-history`."""

import json
from typing import Annotated

import typer

from community.cli.database import run_on_database


def update_place_history(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count the users without storing anything.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compute the ratings of all users, and store their places of today.

    A server does so every day. Repeating the command on the same day replaces the places of today.
    """
    from community.core import clock
    from community.jobs import update_ratings

    day = clock.now().date()
    rated = run_on_database(lambda: update_ratings.update_place_history(day, dry_run=dry_run))
    if as_json:
        result = {"date": day.isoformat(), "rated": rated, "dry_run": dry_run}
        typer.echo(json.dumps(result, indent=2))
        return
    verb = "Would store" if dry_run else "Stored"
    typer.echo(f"{verb} the places of {rated} user{'s' if rated != 1 else ''} for {day}.")
