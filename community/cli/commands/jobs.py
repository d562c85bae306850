"""The commands `jobs list`, `jobs retry` and `jobs drop`, which manage background jobs."""

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated

import typer

from community.cli.database import run_on_database

if TYPE_CHECKING:
    from community.domain.jobs import JobView

app = typer.Typer(no_args_is_help=True, help="Show, retry and delete background jobs.")

MAX_JOBS = 10_000

_Ids = Annotated[
    list[int] | None, typer.Argument(help="The numbers of the jobs. All failed jobs by default.")
]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change without applying it.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_jobs(
    failed: Annotated[bool, typer.Option("--failed", help="Show only failed jobs.")] = False,
    as_json: _Json = False,
) -> None:
    """Show the jobs that are not finished, newest first."""
    found = run_on_database(lambda: _load(only_failed=failed))
    _print(found, "No jobs." if not failed else "No failed jobs.", as_json=as_json)


@app.command("retry")
def retry_jobs(ids: _Ids = None, dry_run: _DryRun = False, as_json: _Json = False) -> None:
    """Run failed or waiting jobs now."""
    from community.domain import jobs

    changed = run_on_database(lambda: _change(jobs.retry, ids or [], dry_run=dry_run))
    verb = "Would retry " if dry_run else "Retrying "
    _print(changed, "No jobs to retry.", as_json=as_json, verb=verb)
    _exit_if_missing(ids, changed)


@app.command("drop")
def drop_jobs(ids: _Ids = None, dry_run: _DryRun = False, as_json: _Json = False) -> None:
    """Delete failed or waiting jobs without running them."""
    from community.domain import jobs

    changed = run_on_database(lambda: _change(jobs.drop, ids or [], dry_run=dry_run))
    verb = "Would delete " if dry_run else "Deleted "
    _print(changed, "No jobs to delete.", as_json=as_json, verb=verb)
    _exit_if_missing(ids, changed)


async def _load(*, only_failed: bool) -> list["JobView"]:
    from community.core.db.sessions import read_session
    from community.domain import jobs

    async with read_session() as session:
        return await jobs.list_jobs(session, limit=MAX_JOBS, only_failed=only_failed)


async def _change(
    action: Callable[..., Awaitable[None]], ids: list[int], *, dry_run: bool
) -> list["JobView"]:
    from community.core.db.sessions import unit_of_work
    from community.core.errors import Conflict, NotFound
    from community.domain import accounts

    found = await _load(only_failed=not ids)
    changed = []
    for job in found:
        if (ids and job.id not in ids) or job.state == "running":
            continue
        if not dry_run:
            try:
                async with unit_of_work() as session:
                    await action(session, accounts.OPERATOR, job_id=job.id)
            except (Conflict, NotFound):  # It has started or finished since it was loaded.
                continue
        changed.append(job)
    return changed


def _exit_if_missing(ids: list[int] | None, changed: list["JobView"]) -> None:
    """Exit with 1 if a job that the operator named is running, finished or unknown."""
    known = {job.id for job in changed}
    if missing := [job_id for job_id in ids or [] if job_id not in known]:
        numbers = ", ".join(map(str, missing))
        message = f"Not changed: {numbers}. No waiting or failed job has such a number."
        typer.echo(message, err=True)
        raise typer.Exit(1)


def _print(found: list["JobView"], empty: str, *, as_json: bool, verb: str = "") -> None:
    if as_json:
        typer.echo(json.dumps([job.model_dump(mode="json") for job in found], indent=2))
        return
    for job in found:
        reason = f"  {job.last_error}" if job.last_error else ""
        typer.echo(f"{verb}{job.id}  {job.name}  {job.state}  attempts: {job.attempts}{reason}")
    if not found:
        typer.echo(empty)
