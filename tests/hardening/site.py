"""A production server with users who attack it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from community.wiring import wire
from tests.e2e.conftest import use_site_database
from tests.e2e.production_server import ProductionServer
from tests.hardening.attackers import Attacker, create_attackers

# The client names the address of each request itself, so that guests do not share rate limits.
SETTINGS = {"TRUSTED_PROXIES": "1"}


@asynccontextmanager
async def run_attacked_site(
    data_dir: Path, attacker_count: int
) -> AsyncIterator[tuple[ProductionServer, list[Attacker]]]:
    """Run a site with `attacker_count` users until the `with` block ends."""
    wire()
    site = ProductionServer(data_dir, SETTINGS)
    site.migrate()
    with pytest.MonkeyPatch.context() as monkeypatch:
        async with use_site_database(site, monkeypatch):
            attackers = await create_attackers(attacker_count)
            site.start()
            try:
                yield site, attackers
            finally:
                site.stop()
