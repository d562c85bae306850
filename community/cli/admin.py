"""Make somebody an administrator of the site."""

import asyncio
from typing import Annotated

import typer


def grant(
    slug: Annotated[str, typer.Argument(help="Their address, as in /alice; or their id.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done; change nothing.")
    ] = False,
) -> None:
    """Make somebody an administrator, with every section of the Admin Panel."""
    from community.core.errors import NotFound
    from community.wiring import wire

    wire()
    try:
        said = asyncio.run(_grant(slug.removeprefix("/"), dry_run=dry_run))
    except NotFound:
        typer.echo(f"There is nobody at /{slug.removeprefix('/')}.", err=True)
        raise typer.Exit(1) from None
    typer.echo(said)


async def _grant(who: str, *, dry_run: bool) -> str:
    from community.core import database, redis
    from community.domain import accounts

    try:
        begin = database.reading if dry_run else database.unit_of_work
        async with begin() as session:
            user = await accounts.get_user(session, who)
            name = f"{user.name} (/{user.slug})"
            is_new = await accounts.grant_admin(session, user)
        # The web processes hear of it over the hub and believe it at once.
        await database.pushed()
    finally:
        await database.close()
        await redis.close()
    if not is_new:
        return f"{name} is an administrator already."
    return f"{name} {'would become' if dry_run else 'is now'} an administrator."
