"""Sends the worst hostile texts to every field of the site (`make harden` sends all of them)."""

from pathlib import Path

import pytest

from tests.hardening.attacks import Attack
from tests.hardening.health_monitor import HealthMonitor
from tests.hardening.http_attacks import list_http_attacks
from tests.hardening.runner import Runner
from tests.hardening.site import run_attacked_site
from tests.hardening.socket_attacks import list_socket_attacks
from tests.hardening.values import WORST_VALUES

# So many that hardly any request reaches a rate limit.
ATTACKERS = 100
# `make harden` requires 250 ms. Here, other tests run at the same time, or the machine is slow.
MAX_HEALTH_SECONDS = 1.0
SLOWDOWN = 10
# On a slow machine, more than 4,000 requests take longer than other tests may.
TIMEOUT_SECONDS = 900


@pytest.mark.slow
@pytest.mark.timeout(TIMEOUT_SECONDS)
async def test_no_text_stops_the_site(tmp_path: Path) -> None:
    attacks: list[Attack] = [*list_http_attacks(), *list_socket_attacks()]
    async with run_attacked_site(tmp_path, ATTACKERS) as (site, attackers):
        limit = max(MAX_HEALTH_SECONDS, SLOWDOWN * await HealthMonitor(site).measure_idle())
        report = await Runner(site, attackers, limit).run(attacks, WORST_VALUES)
    assert report.failures == []
    assert report.rate_limited < report.requests / 10
