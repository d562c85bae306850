"""The command `users:purge-deleted`."""

import json
import sys
from typing import Annotated

import typer

from community.cli.database import run_on_database


def purge_deleted(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count the accounts without erasing anything.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Erase the data of deleted accounts that can no longer be restored.

    A server does so every day. The command can be interrupted and repeated.
    """
    due = run_on_database(lambda: _purge(dry_run=dry_run))
    count = sum(due.values())
    if as_json:
        key = "due" if dry_run else "purged"
        typer.echo(json.dumps({key: count, "by_choice": due, "dry_run": dry_run}, indent=2))
        return
    verb = "Would erase" if dry_run else "Erased"
    accounts = f"{count} account{'s' if count != 1 else ''}"
    choices = ", ".join(f"{choice}: {number}" for choice, number in due.items())
    typer.echo(f"{verb} {accounts} ({choices}).")


async def _purge(*, dry_run: bool) -> dict[str, int]:
    from community.core.db.sessions import read_session
    from community.domain import accounts
    from community.jobs.purge_accounts import purge_accounts

    async with read_session() as session:
        due = await accounts.deletions.count_due(session)
    if not dry_run:
        with typer.progressbar(length=sum(due.values()), file=sys.stderr) as progress:
            await purge_accounts(progress.update)
    return due
