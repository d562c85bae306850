"""The commands `media usage` and `media remove-unused`."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from community.cli.database import open_session, run_on_database

if TYPE_CHECKING:
    from community.domain.uploads import MediaUsage, UnusedUploads

app = typer.Typer(no_args_is_help=True, help="Show and clean up the storage of images.")

_DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change without applying it.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_Reason = Annotated[str, typer.Option(help="The audit log contains it.")]


@app.command("usage")
def show_usage(as_json: _Json = False) -> None:
    """Show how many images there are and how much storage they use."""
    from community.i18n.formats import format_size

    usage = run_on_database(_load_usage)
    if as_json:
        typer.echo(usage.model_dump_json(indent=2))
        return
    rows = [
        ("images", usage.count, usage.size),
        *((place.place, place.count, place.size) for place in usage.places),
        ("unused", usage.unused_count, usage.unused_size),
    ]
    for name, count, size in rows:
        typer.echo(f"{name:<12}{count:>10}  {format_size(size)}")


@app.command("remove-unused")
def remove_unused(reason: _Reason = "", dry_run: _DryRun = False, as_json: _Json = False) -> None:
    """Remove the images that nothing has shown for an hour. The server deletes their files."""
    from community.i18n.formats import format_size

    removed = run_on_database(lambda: _remove_unused(reason, dry_run=dry_run))
    if as_json:
        typer.echo(json.dumps({**removed.model_dump(), "dry_run": dry_run}, indent=2))
        return
    verb = "Would remove" if dry_run else "Removed"
    typer.echo(f"{verb} unused images: {removed.count} ({format_size(removed.size)})")


async def _load_usage() -> "MediaUsage":
    from community.core.db.sessions import read_session
    from community.domain import accounts, uploads

    async with read_session() as session:
        return await uploads.get_usage(session, accounts.OPERATOR)


async def _remove_unused(reason: str, *, dry_run: bool) -> "UnusedUploads":
    from community.domain import accounts, uploads

    async with open_session(dry_run=dry_run) as session:
        if dry_run:
            return await uploads.count_removable(session, accounts.OPERATOR)
        return await uploads.remove_all_unused(session, accounts.OPERATOR, reason=reason)
