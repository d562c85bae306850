"""The commands `invitations:create`, `invitations:list` and `invitations:revoke`."""

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from community.cli.database import open_session, run_on_database

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

    from community.domain.accounts.invitations import InvitationView

# As many as the command shows. The Admin Panel shows the others.
MAX_LISTED = 10_000
PAGE_SIZE = 100

_DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change without applying it.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_Id = Annotated[int, typer.Argument(help="The number of the invitation.")]
Action = Callable[["AsyncSession"], Awaitable[Any]]


def create_invitation(  # noqa: PLR0917  # typer passes the options by name
    note: Annotated[str, typer.Option(help="Only administrators see it.")] = "",
    email: Annotated[str, typer.Option(help="Send the link there; only it can be used.")] = "",
    uses: Annotated[int, typer.Option(help="How many accounts can be created.")] = 1,
    days: Annotated[int, typer.Option(help="Days until it expires. 0: it does not expire.")] = 7,
    dry_run: _DryRun = False,
    as_json: _Json = False,
) -> None:
    """Create an invitation and print its link, which is shown only once."""
    from community.domain.accounts import OPERATOR, invitations

    created = _act(
        lambda session: invitations.create(
            session, OPERATOR, note=note, email=email, max_uses=uses, lifetime_days=days or None
        ),
        dry_run=dry_run,
    )
    if dry_run:  # The transaction is rolled back, so the link would not work.
        created = created.model_copy(update={"url": "", "id": 0})
    if as_json:
        _print_json({"dry_run": dry_run, **created.model_dump(mode="json")})
    else:
        typer.echo("The invitation would be created." if dry_run else created.url)


def list_invitations(as_json: _Json = False) -> None:
    """Show the invitations, newest first."""
    found = _act(_load_all, dry_run=True)
    if as_json:
        _print_json([view.model_dump(mode="json") for view in found])
        return
    for view in found:
        typer.echo(_describe(view))
    if not found:
        typer.echo("No invitations.")


def revoke_invitation(
    invitation: _Id,
    reason: Annotated[str, typer.Option(help="The audit log contains it.")] = "",
    dry_run: _DryRun = False,
    as_json: _Json = False,
) -> None:
    """Make an invitation unusable. Accounts that were created with it stay."""
    from community.domain.accounts import OPERATOR, invitations

    view = _act(
        lambda session: invitations.revoke(
            session, OPERATOR, invitation_id=invitation, reason=reason
        ),
        dry_run=dry_run,
    )
    if as_json:
        _print_json({"dry_run": dry_run, **view.model_dump(mode="json")})
    else:
        typer.echo(f"Invitation {view.id} {'would be' if dry_run else 'is'} revoked.")


async def _load_all(session: "AsyncSession") -> list["InvitationView"]:
    from community.domain.accounts import OPERATOR, invitations
    from community.domain.accounts.invitations import InvitationView

    found: list[InvitationView] = []
    cursor = None
    while len(found) < MAX_LISTED:
        page = await invitations.list_invitations(session, OPERATOR, cursor=cursor, limit=PAGE_SIZE)
        found += page.items
        if (cursor := page.next_cursor) is None:
            break
    return found


def _act(action: Action, *, dry_run: bool) -> Any:
    async def run() -> Any:
        async with open_session(dry_run=dry_run) as session:
            return await action(session)

    return run_on_database(run)


def _describe(view: "InvitationView") -> str:
    expiry = f"expires {view.expires_at:%Y-%m-%d}" if view.expires_at else "does not expire"
    label = view.note or view.email or "-"
    return f"{view.id}  {view.status}  {view.uses_count}/{view.max_uses}  {expiry}  {label}"


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2))
