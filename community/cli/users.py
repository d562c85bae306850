"""The commands `users:ban` and `users:unban`."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

Slug = Annotated[str, typer.Argument(help="Username or id of the user.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change without applying it.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Reason = Annotated[str, typer.Option(help="The user and the audit log see it.")]
Until = Annotated[
    str, typer.Option(help="When the ban ends by itself, in ISO 8601, such as 2026-12-31T18:00.")
]


def ban(
    slug: Slug,
    reason: Reason,
    until: Until = "",
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Ban a user until a time, or without an end."""
    _run(slug, {"reason": reason, "until": _parse_time(until)}, dry_run=dry_run, as_json=as_json)


def unban(slug: Slug, reason: Reason = "", dry_run: DryRun = False, as_json: Json = False) -> None:
    """End the ban of a user."""
    _run(slug, {"reason": reason}, dry_run=dry_run, as_json=as_json, is_ban=False)


def _parse_time(text: str) -> datetime | None:
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a time in ISO 8601.") from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _run(
    slug: str, values: dict[str, Any], *, dry_run: bool, as_json: bool, is_ban: bool = True
) -> None:
    from community.cli.preconditions import check_configuration
    from community.core.errors import DomainError
    from community.wiring import wire

    check_configuration()
    wire()
    try:
        result = asyncio.run(_act(slug.removeprefix("/"), values, dry_run=dry_run, is_ban=is_ban))
    except DomainError as error:
        typer.echo(error.message, err=True)
        raise typer.Exit(1) from None
    typer.echo(json.dumps(result) if as_json else _describe(result))


async def _act(slug: str, values: dict[str, Any], *, dry_run: bool, is_ban: bool) -> dict[str, Any]:
    from community.core import redis
    from community.core.db import sessions as database
    from community.domain import accounts, moderation

    try:
        # The session for reading never commits, so a dry run makes all checks and no change.
        begin = database.read_session if dry_run else database.unit_of_work
        async with begin() as session:
            user = await accounts.get_user(session, slug)
            act: Any = moderation.ban if is_ban else moderation.lift_ban
            is_changed = await act(session, accounts.OPERATOR, user_id=user.id, **values)
            person = await moderation.get_person(session, accounts.OPERATOR, user_id=user.id)
        # The message hub notifies the web processes. Wait until the message is sent.
        await database.wait_for_pushes()
    finally:
        await database.close()
        await redis.close()
    fields = {"id", "slug", "name", "banned_at", "banned_until", "ban_reason"}
    return {
        "changed": is_changed,
        "dry_run": dry_run,
        **person.model_dump(include=fields, mode="json"),
    }


def _describe(result: dict[str, Any]) -> str:
    name = f"{result['name']} (/{result['slug']})"
    if not result["banned_at"]:
        state = "not banned"
    else:
        until = result["banned_until"]
        state = f"banned until {until}" if until else "banned without an end"
    if not result["changed"]:
        return f"{name} is already {state}."
    return f"{name} {'would be' if result['dry_run'] else 'is now'} {state}."
