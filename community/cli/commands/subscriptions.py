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

    A server does so every ten minutes. Several machines may do so at once. The exit code is 1 if
    something failed.
    """
    from community.workflows.payments import renew_subscriptions

    async def run(on_progress: Callable[[int], None]) -> dict[str, Any]:
        return asdict(await renew_subscriptions(dry_run=dry_run, on_progress=on_progress))

    counts = _run(run)
    message = _describe_failures(
        counts["failures"],
        "1 subscription could not be charged.",
        "{n} subscriptions could not be charged.",
    )
    _print(counts, "Renewals", message, as_json=as_json, dry_run=dry_run)


def check_pending(dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Ask the providers for the state of all unfinished payments.

    A server does so every five minutes. Several machines may do so at once. The exit code is 1 if
    something failed.
    """
    from community.workflows.payments import check_pending_payments

    async def run(on_progress: Callable[[int], None]) -> dict[str, Any]:
        summary = await check_pending_payments(dry_run=dry_run, on_progress=on_progress)
        values = {"checked": summary.checked, "failures": summary.failures}
        return values | summary.statuses

    counts = _run(run)
    message = _describe_failures(
        counts["failures"],
        "1 payment or card could not be checked.",
        "{n} payments or cards could not be checked.",
    )
    _print(counts, "Payments", message, as_json=as_json, dry_run=dry_run)


def reconcile(dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Compare all movements of money with the providers, and apply what the site has missed.

    A server does so every day for the last weeks. The exit code is 1 if differences are left that
    no administrator has explained; with --dry-run, if there are any.
    """
    from community.workflows.payments import reconcile_payments, run_reconciliation
    from community.workflows.payments.reconciliation import BEGINNING

    async def run(_on_progress: Callable[[int], None]) -> dict[str, Any]:
        if dry_run:
            found = await reconcile_payments()
            return {"applied": 0, "unexplained": len(found), "differences": found}
        results = await run_reconciliation(BEGINNING)
        return {
            "applied": sum(result.applied for result in results),
            "unexplained": sum(result.unexplained for result in results),
            "differences": [item for result in results for item in result.differences],
        }

    result = _run(run)
    differences = [asdict(item) for item in result["differences"]]
    if as_json:
        typer.echo(json.dumps({**result, "differences": differences}, indent=2))
    else:
        _print_differences(differences, applied=result["applied"])
    if result["unexplained"]:
        raise typer.Exit(1)


def _print_differences(differences: list[dict[str, Any]], *, applied: int) -> None:
    if applied:
        typer.echo(f"{applied} payments were out of date, and were updated.")
    if not differences:
        typer.echo("The journal agrees with the providers.")
        return
    _print_table(
        "Differences",
        ["provider", "reference", "kind", "journal", "at provider", "currency", "payment"],
        [[str(value) for value in item.values()] for item in differences],
    )


def _run(action: Callable[[Callable[[int], None]], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
    with typer.progressbar(length=1, file=sys.stderr) as progress:
        return run_on_database(lambda: action(progress.update))


def _describe_failures(failures: int, one: str, many: str) -> str:
    if not failures:
        return ""
    text = one if failures == 1 else many.format(n=failures)
    advice = (
        "The next run tries again. If it fails too, check the log, and the keys in Admin Panel → "
        "Payment provider."
    )
    return f"{text} {advice}"


def _print(
    counts: "Mapping[str, int]", title: str, message: str, *, as_json: bool, dry_run: bool
) -> None:
    """Print the result. If there is a message about failures, exit with the code 1."""
    if as_json:
        values = {**counts, "dry_run": dry_run} | ({"message": message} if message else {})
        typer.echo(json.dumps(values, indent=2))
    else:
        rows = [[name, str(count)] for name, count in counts.items()]
        _print_table(f"{title} (dry run)" if dry_run else title, ["state", "number"], rows)
        if message:
            typer.echo(message, err=True)
    if message:
        raise typer.Exit(1)


def _print_table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title)
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
