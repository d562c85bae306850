"""The commands that act on users, such as `users:ban`, and `users:purge-deleted`."""

import json
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from community.cli.database import open_session, run_on_database

if TYPE_CHECKING:
    from community.domain.moderation import Person

Slugs = Annotated[list[str], typer.Argument(help="Usernames or ids of the users.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change without applying it.")]
Json = Annotated[bool, typer.Option("--json", help="Print the results as a JSON list.")]
Reason = Annotated[str, typer.Option(help="Stored in the audit log.")]
BanReason = Annotated[str, typer.Option(help="The users and the audit log see it.")]
Until = Annotated[
    str, typer.Option(help="When the ban ends by itself, in ISO 8601, such as 2026-12-31T18:00.")
]
Undo = Annotated[bool, typer.Option("--undo", help="Mark the emails as not verified.")]

# An action of `moderation` on one user. Its result is falsy if nothing changed.
Action = Callable[..., Awaitable[Any]]
Describe = Callable[["Person"], str]


def ban(
    slugs: Slugs,
    reason: BanReason,
    until: Until = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Ban users until a time, or without an end."""
    from community.domain import moderation

    values = {"reason": reason, "until": _parse_time(until)}
    _run(moderation.ban, slugs, values, _describe_ban, dry_run=dry_run, as_json=as_json)


def unban(
    slugs: Slugs, reason: Reason = "", dry_run: DryRun = False, as_json: Json = False
) -> None:
    """End the bans of users."""
    from community.domain import moderation

    values = {"reason": reason}
    _run(moderation.lift_ban, slugs, values, _describe_ban, dry_run=dry_run, as_json=as_json)


def verify(
    slugs: Slugs,
    undo: Undo = False,
    reason: Reason = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Mark the emails of users as verified, for example while no mail can be sent."""
    from community.domain import moderation

    values = {"is_verified": not undo, "reason": reason}
    action = moderation.set_email_verified
    _run(action, slugs, values, _describe_email, dry_run=dry_run, as_json=as_json)


def sign_out(
    slugs: Slugs, reason: Reason = "", dry_run: DryRun = False, as_json: Json = False
) -> None:
    """End all sign-in sessions and access tokens of users."""
    from community.domain import moderation

    action = moderation.sign_out_everywhere
    values = {"reason": reason}
    _run(action, slugs, values, lambda _person: "signed out", dry_run=dry_run, as_json=as_json)


def remove_second_factor(
    slugs: Slugs, reason: Reason = "", dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Switch off the two-step sign-in of users who lost their phone."""
    from community.domain import moderation

    action = moderation.remove_second_factor
    values = {"reason": reason or "Removed on the command line"}
    _run(action, slugs, values, _describe_second_factor, dry_run=dry_run, as_json=as_json)


def _parse_time(text: str) -> datetime | None:
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a time in ISO 8601.") from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _run(
    action: Action,
    slugs: list[str],
    values: dict[str, Any],
    describe: Describe,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run an action on each of the users, and print the results.

    Raise `typer.Exit` with 1 if it failed for at least one user.
    """
    results = run_on_database(lambda: _act_on_all(action, slugs, values, describe, dry_run=dry_run))
    if as_json:
        typer.echo(json.dumps(results, indent=2))
    else:
        for result in results:
            typer.echo(result["text"], err=not result["ok"])
    if not all(result["ok"] for result in results):
        raise typer.Exit(1)


async def _act_on_all(
    action: Action, slugs: list[str], values: dict[str, Any], describe: Describe, *, dry_run: bool
) -> list[dict[str, Any]]:
    from community.core.errors import DomainError

    results = []
    with typer.progressbar(slugs, file=sys.stderr, hidden=len(slugs) == 1) as progress:
        for slug in progress:
            try:
                results.append(await _act(action, slug, values, describe, dry_run=dry_run))
            except DomainError as error:
                text = error.message if len(slugs) == 1 else f"{slug}: {error.message}"
                results.append({"ok": False, "user": slug, "text": text})
    return results


async def _act(
    action: Action, slug: str, values: dict[str, Any], describe: Describe, *, dry_run: bool
) -> dict[str, Any]:
    from community.domain import accounts, moderation, people

    async with open_session(dry_run=dry_run) as session:
        user = await people.get_user(session, slug.removeprefix("/"))
        result = await action(session, accounts.OPERATOR, user_id=user.id, **values)
        person = await moderation.get_person(session, accounts.OPERATOR, user_id=user.id)
    is_changed = bool(result)
    verb = ("would be" if dry_run else "is now") if is_changed else "is already"
    fields = {"id", "slug", "name", "email_verified_at", "banned_at", "banned_until", "ban_reason"}
    return {
        "ok": True,
        "changed": is_changed,
        "dry_run": dry_run,
        **person.model_dump(include=fields, mode="json"),
        "text": f"{person.name} (/{person.slug}) {verb} {describe(person)}.",
    }


def _describe_ban(person: "Person") -> str:
    if person.banned_at is None:
        return "not banned"
    if person.banned_until is None:
        return "banned without an end"
    from community.core.clock import format_iso

    return f"banned until {format_iso(person.banned_until)}"


def _describe_second_factor(person: "Person") -> str:
    return "two-step sign-in on" if person.has_second_factor else "two-step sign-in off"


def _describe_email(person: "Person") -> str:
    return "verified" if person.email_verified_at else "not verified"


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
