"""How the commands run on the database of the site, and how a dry run keeps it unchanged."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, TypeVar

import typer

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")


def run_on_database(action: Callable[[], Awaitable[T]]) -> T:
    """Check the configuration, run an action with the event listeners, and return its result.

    Raises:
        ConfigurationError: A setting, the data directory or the database cannot be used.
        typer.Exit: The action raised a domain error, whose message is printed. The code is 1.
    """
    from community.cli.preconditions import check_configuration
    from community.core.errors import DomainError
    from community.wiring import wire

    check_configuration()
    wire()
    try:
        return asyncio.run(_run_and_close(action))
    except DomainError as error:
        lines = [f"{name}: {messages[0]}" for name, messages in error.field_errors.items()]
        typer.echo("\n".join(lines or [error.message]), err=True)
        raise typer.Exit(1) from None


def open_session(*, dry_run: bool) -> AbstractAsyncContextManager["AsyncSession"]:
    """Return a session that is committed in the end, or never in a dry run.

    A dry run makes all checks of the action and no change.
    """
    from community.core.db import sessions as database

    return database.read_session() if dry_run else database.unit_of_work()


async def _run_and_close(action: Callable[[], Awaitable[T]]) -> T:
    from community.core import redis
    from community.core.db import sessions as database

    try:
        result = await action()
        # The message hub notifies the web processes, which clear caches and update open pages.
        await database.wait_for_pushes()
        return result
    finally:
        await database.close()
        await redis.close()
