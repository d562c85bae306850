"""Runs attacks on a site and collects the failures."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from tests.e2e.production_server import ProductionServer
from tests.hardening.attackers import Attacker, create_guest
from tests.hardening.attacks import Attack
from tests.hardening.connection import Connection
from tests.hardening.health_monitor import HealthMonitor
from tests.hardening.processes import get_peak_megabytes

MAX_MEMORY_MEGABYTES = 300
# Other programs can delay a health check, so that only repeated delays are failures.
ATTEMPTS = 3
# No other program delays a health check for so long.
HOPELESS_SECONDS = 5.0
RATE_LIMITED = 429
# So many, one after another, come from the same attacker. Fewer than any rate limit allows.
REQUESTS_PER_CONNECTION = 4

BuildValue = Callable[[int], str]


@dataclass
class Report:
    """The results of a run. `rate_limited` counts requests that the server did not handle."""

    failures: list[str] = field(default_factory=list)
    requests: int = 0
    rate_limited: int = 0
    slowest_seconds: float = 0.0


class Runner:
    """Sends each attack with each value, as a guest and as a user."""

    def __init__(
        self, site: ProductionServer, attackers: Sequence[Attacker], limit_seconds: float
    ) -> None:
        self.report = Report()
        self._site, self._limit = site, limit_seconds
        self._attackers = cycle(attackers)
        self._monitor = HealthMonitor(site)
        self._log_position = 0
        # The current connections of a guest and a user, and how many requests they may still send
        self._connections: dict[bool, Connection] = {}
        self._remaining: Counter[bool] = Counter()

    async def run(self, attacks: Iterable[Attack], values: Mapping[str, BuildValue]) -> Report:
        for attack in sorted(attacks, key=lambda attack: attack.is_destructive):
            await self._run_attack(attack, values)
        for is_guest in tuple(self._connections):
            await self._disconnect(is_guest=is_guest)
        return self.report

    async def _run_attack(self, attack: Attack, values: Mapping[str, BuildValue]) -> None:
        """Send the values until one of them is a failure, so that a defect is reported once."""
        for name, build_value in values.items():
            for is_guest in (True, False):
                problem = await self._find_problem(attack, build_value, is_guest=is_guest)
                if problem:
                    kind = "guest" if is_guest else "user"
                    failure = f"{attack.name}: {name} as {kind}: {problem}"
                    print(failure, flush=True)
                    self.report.failures.append(failure)
                    return

    async def _find_problem(
        self, attack: Attack, build_value: BuildValue, *, is_guest: bool
    ) -> str:
        durations = []
        for _attempt in range(ATTEMPTS):
            connection = await self._connect(is_guest=is_guest)
            text = _build_text(attack, connection.attacker, build_value)
            try:
                status, seconds = await self._monitor.measure(attack.send(connection, text))
            except (TimeoutError, OSError) as error:
                await self._disconnect(is_guest=is_guest)
                return type(error).__name__
            if attack.is_destructive:
                await self._disconnect(is_guest=is_guest)
            self._count(status, seconds)
            if problem := self._find_server_error(status):
                return problem
            durations.append(seconds)
            if seconds <= self._limit:
                return ""
            if seconds > HOPELESS_SECONDS:
                break
        return f"health checks took {', '.join(f'{seconds:.2f}' for seconds in durations)} s"

    async def _connect(self, *, is_guest: bool) -> Connection:
        """Return the current connection, or that of the next attacker."""
        if not self._remaining[is_guest]:
            await self._disconnect(is_guest=is_guest)
            attacker = next(self._attackers)
            sender = create_guest(attacker) if is_guest else attacker
            self._connections[is_guest] = Connection(self._site.url, sender)
            self._remaining[is_guest] = REQUESTS_PER_CONNECTION
        self._remaining[is_guest] -= 1
        return self._connections[is_guest]

    async def _disconnect(self, *, is_guest: bool) -> None:
        self._remaining[is_guest] = 0
        if connection := self._connections.pop(is_guest, None):
            await connection.close()

    def _count(self, status: int, seconds: float) -> None:
        self.report.requests += 1
        self.report.rate_limited += status == RATE_LIMITED
        self.report.slowest_seconds = max(self.report.slowest_seconds, seconds)

    def _find_server_error(self, status: int) -> str:
        if status >= 500:
            return f"status {status}"
        if traceback := self._read_new_traceback():
            return traceback
        process = self._site.process
        if process is None or process.poll() is not None:
            return "the server has ended"
        if (memory := get_peak_megabytes(process.pid)) > MAX_MEMORY_MEGABYTES:
            return f"{memory:.0f} MB of memory"
        return ""

    def _read_new_traceback(self) -> str:
        """Return the last line of a traceback that was logged since the last call."""
        with self._site.log_path.open("rb") as log:
            log.seek(self._log_position)
            added = log.read()
            self._log_position = log.tell()
        if b"Traceback (most recent call last)" not in added:
            return ""
        return f"logged {added.decode(errors='replace').strip().splitlines()[-1][:300]}"


def _build_text(attack: Attack, attacker: Attacker, build_value: BuildValue) -> str:
    """Return the longest value that the field and the size limit of bodies allow."""
    length = attack.max_length
    while not attack.fits(attacker, build_value(length)):
        length //= 2
    return build_value(length)
