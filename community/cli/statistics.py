"""The command `statistics:update`, which counts what the charts of the Admin Panel show."""

import json
from typing import Annotated

import typer

from community.cli.database import run_on_database


def update_statistics(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the numbers without storing them.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count people, posts and comments since the last day that was counted.

    A server does so every 5 minutes. The first update counts the whole history of the site.
    """
    from community.jobs.update_statistics import count_days

    points = run_on_database(lambda: count_days(dry_run=dry_run))
    if as_json:
        rows = [point.model_dump(mode="json") for point in points]
        typer.echo(json.dumps({"days": rows, "dry_run": dry_run}, indent=2))
        return
    names = ("people", "posts", "comments", "active", "online")
    typer.echo(f"{'day':<12}" + "".join(f"{name:>10}" for name in names))
    for point in points:
        values = ("–" if (value := getattr(point, name)) is None else value for name in names)
        typer.echo(f"{point.day!s:<12}" + "".join(f"{value:>10}" for value in values))
    verb = "Would update" if dry_run else "Updated"
    typer.echo(f"{verb} {len(points)} day{'s' if len(points) != 1 else ''}.")
