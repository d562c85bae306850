"""Serves the stand-ins for the payment providers and the AI endpoint, and prints their settings.

python -m tests.stand_ins --help   lists the options
"""

import argparse
import asyncio
from contextlib import suppress

from community.core.settings import settings
from tests.stand_ins.servers import EventOptions, open_providers

FIRST_PORT = 12111


def main() -> None:
    parser = argparse.ArgumentParser(prog="make dev-providers", description=__doc__)
    parser.add_argument("--port", type=int, default=FIRST_PORT, help="port of the first stand-in")
    parser.add_argument("--event-copies", type=int, default=1, help="how often each event is sent")
    parser.add_argument(
        "--event-delay", type=float, default=0.0, help="how many seconds late each event is sent"
    )
    arguments = parser.parse_args()
    events = EventOptions(arguments.event_copies, arguments.event_delay)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve_forever(arguments.port, events))


async def serve_forever(first_port: int, events: EventOptions) -> None:
    async with open_providers(first_port, settings().base_url, events) as providers:
        for provider in providers:
            print(f"\n{provider.name} at {provider.url}")
            for code, value in provider.settings.items():
                print(f"  {code} = {value}")
        print("\nEnter these values in the Admin Panel. Press Ctrl+C to stop.", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    main()
