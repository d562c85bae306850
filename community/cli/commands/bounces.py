"""The command `mail:bounce`, to which a mail server passes the messages to the bounce address."""

import json
import sys
from typing import Annotated

import typer

from community.cli.database import open_session, run_on_database

# Mail servers try again later (EX_TEMPFAIL). After any other error, they would answer the report
# with another report.
TEMPORARY_FAILURE = 75


def read_bounce(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the result without storing it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Read a message from the input. If it reports an undelivered mail, store the reason.

    If the mailbox does not exist, its user gets no further mails until they confirm the address
    again. Other messages are ignored.
    """
    from community.core.errors import ConfigurationError
    from community.gateways.mail import MAX_BOUNCE_BYTES

    content = sys.stdin.buffer.read(MAX_BOUNCE_BYTES)
    try:
        result = run_on_database(lambda: _record(content, dry_run=dry_run))
    except (ConfigurationError, Exception) as error:
        typer.echo(f"The message could not be processed: {error}", err=True)
        raise typer.Exit(TEMPORARY_FAILURE) from error
    if as_json:
        typer.echo(json.dumps({"result": result, "dry_run": dry_run}))
    else:
        typer.echo(f"{result}{' (dry run)' if dry_run else ''}")


async def _record(content: bytes, *, dry_run: bool) -> str:
    """Return what the message is: `ignored`, `unknown` (no mail of the site), or `recorded`."""
    from community.domain import mail
    from community.gateways.mail import parse_bounce

    bounce = parse_bounce(content)
    if bounce is None:
        return "ignored"
    async with open_session(dry_run=dry_run) as session:
        return "recorded" if await mail.record_bounce(session, bounce) else "unknown"
