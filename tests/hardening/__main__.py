"""The command `make harden`, which sends all hostile texts to all fields.

`--only TEXT` runs the attacks whose names contain the text.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.hardening.attacks import Attack
from tests.hardening.http_attacks import list_http_attacks
from tests.hardening.runner import Report, Runner
from tests.hardening.site import run_attacked_site
from tests.hardening.socket_attacks import list_socket_attacks
from tests.hardening.values import VALUES, WORST_VALUES

MAX_HEALTH_SECONDS = 0.25
# So many that none of them reaches a rate limit.
ATTACKERS = 200


async def run(only: str, *, is_short: bool) -> Report:
    attacks: list[Attack] = [*list_http_attacks(), *list_socket_attacks()]
    selected = [attack for attack in attacks if only in attack.name]
    values = WORST_VALUES if is_short else VALUES
    print(f"{len(selected)} fields, {len(values)} texts", flush=True)
    with TemporaryDirectory(prefix="harden-") as folder:
        async with run_attacked_site(Path(folder), ATTACKERS) as (site, attackers):
            return await Runner(site, attackers, MAX_HEALTH_SECONDS).run(selected, values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a part of the names of the attacks")
    parser.add_argument("--short", action="store_true", help="only the worst texts")
    options = parser.parse_args()
    started_at = time.monotonic()
    report = asyncio.run(run(options.only, is_short=options.short))
    print(
        f"{report.requests} requests in {time.monotonic() - started_at:.0f} s, "
        f"{report.rate_limited} rate limited, slowest health check "
        f"{report.slowest_seconds * 1000:.0f} ms, {len(report.failures)} failures"
    )
    sys.exit(1 if report.failures else 0)


if __name__ == "__main__":
    main()
