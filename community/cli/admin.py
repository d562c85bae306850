"""The command `admin:grant`, which makes a user an administrator."""

import asyncio
from typing import Annotated

import typer


def grant_admin(
    slug: Annotated[str, typer.Argument(help="Username or id of the user.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the change without applying it.")
    ] = False,
) -> None:
    """Make a user an administrator with access to every section of the Admin Panel."""
    from community.core.errors import NotFound
    from community.wiring import wire

    wire()
    try:
        result = asyncio.run(_grant_admin(slug.removeprefix("/"), dry_run=dry_run))
    except NotFound:
        typer.echo(f"User not found: {slug.removeprefix('/')}", err=True)
        raise typer.Exit(1) from None
    typer.echo(result)


async def _grant_admin(slug: str, *, dry_run: bool) -> str:
    from community.core import database, redis
    from community.domain import accounts

    try:
        begin = database.read_session if dry_run else database.unit_of_work
        async with begin() as session:
            user = await accounts.get_user(session, slug)
            name = f"{user.name} (/{user.slug})"
            is_new = await accounts.grant_admin(session, user)
        # The message hub notifies the web processes, which then invalidate the cached actor. Wait
        # until the message is sent.
        await database.wait_for_pushes()
    finally:
        await database.close()
        await redis.close()
    if not is_new:
        return f"{name} is already an administrator."
    return f"{name} {'would become' if dry_run else 'is now'} an administrator."
