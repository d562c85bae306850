"""The commands `subscriptions:auto-renew`, `subscriptions:payments:check-pending` and others."""

import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from community.cli.database import run_on_database

if TYPE_CHECKING:
    from collections.abc import Mapping

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what is due, and change nothing.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def auto_renew(dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Charge the subscriptions whose renewal is due, end those whose time is over, and remind.

    A server does so every ten minutes. Several machines may do so at once.
    """
    from community.payment_processing import renew_subscriptions

    async def run(on_progress: Callable[[int], None]) -> dict[str, Any]:
        return asdict(await renew_subscriptions(dry_run=dry_run, on_progress=on_progress))

    _print(_run(run), "Renewals", as_json=as_json, dry_run=dry_run)


def check_pending(dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Ask the providers for the state of all unfinished payments.

    A server does so every five minutes. Several machines may do so at once.
    """
    from community.payment_processing import check_pending_payments

    async def run(on_progress: Callable[[int], None]) -> dict[str, Any]:
        summary = await check_pending_payments(dry_run=dry_run, on_progress=on_progress)
        values = {"checked": summary.checked, "failures": summary.failures}
        return values | summary.statuses

    _print(_run(run), "Payments", as_json=as_json, dry_run=dry_run)


def reconcile(as_json: AsJson = False) -> None:
    """Compare the journal of money with the providers, and report the differences.

    The exit code is 1 if there are any.
    """
    from community.payment_processing import reconcile_payments

    async def run(_on_progress: Callable[[int], None]) -> dict[str, Any]:
        return {"differences": [asdict(item) for item in await reconcile_payments()]}

    differences = _run(run)["differences"]
    if as_json:
        typer.echo(json.dumps({"differences": differences}, indent=2))
    elif differences:
        _print_table(
            "Differences",
            ["provider", "reference", "kind", "journal", "at provider"],
            [[str(value) for value in item.values()] for item in differences],
        )
    else:
        typer.echo("The journal agrees with the providers.")
    if differences:
        raise typer.Exit(1)


def _run(action: Callable[[Callable[[int], None]], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
    """Run an action on the database of the settings, with a progress bar."""
    with typer.progressbar(length=1, file=sys.stderr) as progress:
        return run_on_database(lambda: action(progress.update))


def _print(counts: "Mapping[str, int]", title: str, *, as_json: bool, dry_run: bool) -> None:
    if as_json:
        typer.echo(json.dumps({**counts, "dry_run": dry_run}, indent=2))
        return
    rows = [[name, str(count)] for name, count in counts.items()]
    _print_table(f"{title} (dry run)" if dry_run else title, ["state", "number"], rows)


def _print_table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title)
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
