"""The commands that compute stored data again: statistics, ratings and the search index."""

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


def reindex(
    resume: Annotated[
        bool, typer.Option("--resume", help="Index only what an interrupted run has left.")
    ] = False,
) -> None:
    """Write the search index of all posts and comments, and of all names, again.

    The site can run meanwhile. Searches find each text with its former words until it is indexed.
    Servers complete an interrupted run.
    """
    run_on_database(lambda: _reindex(resume=resume))


async def _reindex(*, resume: bool) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from community.core.db.sessions import read_session
    from community.domain.search.index import maintenance
    from community.jobs import update_search_index as jobs

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn()) as bar:
        if not resume:
            names = bar.add_task("Indexing names", total=None)
            await jobs.index_all_names(lambda: bar.advance(names))
            bar.remove_task(names)
            await jobs.add_missing_documents()
            await jobs.mark_all_as_outdated()
        async with read_session() as session:
            total = await maintenance.count_outdated(session)
        task = bar.add_task("Indexing texts", total=total)
        while count := await jobs.index_batch(jobs.find_stems_here):
            bar.advance(task, count)
    typer.echo(f"Indexed {total:,} texts.")
