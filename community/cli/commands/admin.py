"""The commands `admin:grant` and `admin:revoke`, which change who is an administrator."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from community.cli.database import open_session, run_on_database

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

    from community.models import User

Slug = Annotated[str, typer.Argument(help="Username or id of the user.")]
Sections = Annotated[
    list[str] | None,
    typer.Option(
        "--section",
        help="A section of the Admin Panel, for example `users`. Repeat it for several sections. "
        "Without it, the user may open all sections.",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change without applying it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Change = Callable[["AsyncSession", "User"], Awaitable[bool]]


@dataclass(frozen=True)
class Result:
    user: str
    name: str
    # The sections after the change. None if the user is not an administrator.
    sections: list[str] | None
    # Whether the command changed something or, in a dry run, would change something
    has_changed: bool
    is_dry_run: bool


def grant_admin(
    slug: Slug, section: Sections = None, dry_run: DryRun = False, as_json: AsJson = False
) -> None:
    """Make a user an administrator with access to all or to some sections of the Admin Panel."""
    from community.domain import accounts

    sections = section or ["*"]
    result = _run(
        slug, lambda session, user: accounts.grant_admin(session, user, sections), dry_run
    )
    limits = "" if result.sections == ["*"] else f" of {', '.join(result.sections or ())}"
    if not result.has_changed:
        text = f"is already an administrator{limits}."
    else:
        text = f"{'would become' if dry_run else 'is now'} an administrator{limits}."
    _print(result, text, as_json=as_json)


def revoke_admin(slug: Slug, dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Make an administrator an ordinary user."""
    from community.domain import accounts

    result = _run(slug, accounts.revoke_admin, dry_run)
    if not result.has_changed:
        text = "is not an administrator."
    else:
        text = f"{'would no longer be' if dry_run else 'is no longer'} an administrator."
    _print(result, text, as_json=as_json)


def _run(slug: str, change: Change, dry_run: bool) -> Result:
    """Apply the change to the user.

    Raise `typer.Exit` with 1 if there is no such user, or the change is not possible.
    """
    return run_on_database(lambda: _change(slug.removeprefix("/"), change, dry_run=dry_run))


async def _change(slug: str, change: Change, *, dry_run: bool) -> Result:
    from community.core.errors import NotFound
    from community.domain import people

    async with open_session(dry_run=dry_run) as session:
        try:
            user = await people.get_user(session, slug)
        except NotFound:
            typer.echo(f"User not found: {slug}", err=True)
            raise typer.Exit(1) from None
        has_changed = await change(session, user)
        sections = list(user.admin_sections) if user.admin_since else None
        return Result(user.slug, user.name, sections, has_changed, dry_run)


def _print(result: Result, text: str, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(asdict(result), ensure_ascii=False))
    else:
        typer.echo(f"{result.name} (/{result.user}) {text}")
