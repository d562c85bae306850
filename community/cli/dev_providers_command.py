"""The command `dev:providers`, which serves stand-ins for the providers of the site."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from community.cli.dev_providers.servers import EventOptions

FIRST_PORT = 12111


def run_providers(
    port: Annotated[
        int, typer.Option(min=1, max=65_000, help="Port of the first stand-in.")
    ] = FIRST_PORT,
    event_copies: Annotated[
        int, typer.Option(min=1, max=10, help="How often each payment event is sent.")
    ] = 1,
    event_delay: Annotated[
        float,
        typer.Option(min=0, max=3600, help="How many seconds late each event is sent."),
    ] = 0.0,
) -> None:
    """Serve stand-ins for the payment providers and the AI endpoint, and print their settings."""
    import uvloop

    from community.cli.dev_providers.servers import EventOptions

    try:
        uvloop.run(_serve(port, EventOptions(event_copies, event_delay)))
    except KeyboardInterrupt:
        typer.echo("Stopped.")


async def _serve(first_port: int, events: "EventOptions") -> None:
    from community.cli.dev_providers.servers import open_providers
    from community.core.settings import settings

    async with open_providers(first_port, settings().base_url, events) as providers:
        for provider in providers:
            typer.echo(f"\n{provider.name} at {provider.url}")
            for code, value in provider.settings.items():
                typer.echo(f"  {code} = {value}")
        typer.echo("\nEnter these values in the Admin Panel. Press Ctrl+C to stop.")
        await asyncio.Event().wait()
