"""Functions that print the benchmark results as a table or as JSON."""

import json
import os
import platform
import statistics
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from rich.console import Console
from rich.table import Table

from tests.bench.measurements import PEERS, Measurement, Measurements


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine and the environment on which the benchmarks ran."""

    cores: int
    memory_gb: float
    load_before: float
    load_after: float
    python: str
    database: str
    measured_at: str


@dataclass(frozen=True, slots=True)
class Durations:
    """Milliseconds of time, and of processor time of this process."""

    HEADER: ClassVar[str] = f"{'p50':>9}{'p99':>9}{'processor':>11}{'p99':>9}"

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    # The id of a process of PostgreSQL on this machine, whose processor time is added
    server_process: int | None = None

    @contextmanager
    def record(self) -> Iterator[None]:
        started_at, used = time.perf_counter(), self._get_processor_time()
        yield
        self.wall.append((time.perf_counter() - started_at) * 1_000)
        self.processor.append((self._get_processor_time() - used) * 1_000)

    def _get_processor_time(self) -> float:
        seconds = time.process_time()
        if self.server_process is not None:
            statistics_of_process = Path(f"/proc/{self.server_process}/schedstat").read_text()
            seconds += int(statistics_of_process.split()[0]) / 1e9
        return seconds

    def add(self, other: "Durations") -> None:
        self.wall.extend(other.wall)
        self.processor.extend(other.processor)

    def __str__(self) -> str:
        """Return the medians and the 99th percentiles in columns below `HEADER`."""
        columns = []
        for values, width in ((self.wall, 9), (self.processor, 11)):
            p99 = statistics.quantiles(values, n=100, method="inclusive")[98]
            columns.append(f"{statistics.median(values):{width}.1f}{p99:9.1f}")
        return "".join(columns)


def describe_machine(database: str, load_before: float) -> Machine:
    """Return a description of this machine with its load before and after the measurements.

    Call the function after the measurements, because it reads the current load.
    """
    memory_bytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Machine(
        cores=len(os.sched_getaffinity(0)),
        memory_gb=round(memory_bytes / 2**30, 1),
        load_before=round(load_before, 1),
        load_after=round(os.getloadavg()[0], 1),
        python=platform.python_version(),
        database=database,
        measured_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


METHOD = (
    "One web process, started by the production command, with its own database: 1,000 posts, "
    "discussions of 100 and 2,000 comments. The load comes from other processes on this machine "
    "over loopback. Results of peers come from another run, in their production mode, on a machine "
    "of the same size, and are only for orientation: compare the ratios within one run."
)


def to_json(measurements: Measurements, machine: Machine) -> str:
    rows = [
        {
            "name": name,
            "title": measurement.benchmark.title,
            "unit": measurement.benchmark.unit,
            "parts": measurement.benchmark.parts,
            "values": [round(value, 2) for value in measurement.values],
            "target": measurement.benchmark.target,
            "ratios": [ratio and round(ratio, 3) for ratio in measurement.ratios],
            "is_met": measurement.is_met,
            "peers": dict(zip(PEERS, measurement.benchmark.peers, strict=True)),
            "note": measurement.note,
        }
        for name, measurement in measurements.by_name.items()
    ]
    return json.dumps({"machine": asdict(machine), "method": METHOD, "rows": rows}, indent=2)


def print_table(measurements: Measurements, machine: Machine) -> None:
    """Print the results as a table that is 170 columns wide."""
    table = Table(title="Benchmarks", title_justify="left")
    table.add_column("benchmark", max_width=44)
    table.add_column("unit")
    for peer in PEERS:
        table.add_column(peer, justify="right", max_width=10)
    for heading in ("measured", "target", "ratio", "met"):
        table.add_column(heading, justify="right", no_wrap=True)
    for measurement in measurements.by_name.values():
        benchmark = measurement.benchmark
        unit = f"{benchmark.unit} {_join_with_slashes(benchmark.parts)}".strip(" /")
        table.add_row(benchmark.title, unit, *benchmark.peers, *_format_cells(measurement))
    console = Console(width=170)
    console.print(table)
    console.print(
        f"{machine.cores} cores, {machine.memory_gb} GB, load {machine.load_before} before and "
        f"{machine.load_after} after, Python {machine.python}, {machine.database}, "
        f"{machine.measured_at}.\n"
    )
    console.print(METHOD)


def _format_cells(measurement: Measurement) -> tuple[str, str, str, str]:
    """Return the texts for four columns of the table: "measured", "target", "ratio" and "met"."""
    met = "" if measurement.is_met is None else ("yes" if measurement.is_met else "NO")
    return (
        _join_with_slashes(map(_format_number, measurement.values)),
        _join_with_slashes(
            "" if target is None else _format_number(target)
            for target in measurement.benchmark.target
        ),
        _join_with_slashes("" if ratio is None else f"{ratio:.2f}" for ratio in measurement.ratios),
        f"{met} {measurement.note}".strip(),
    )


def _join_with_slashes(parts: Iterable[str]) -> str:
    return " / ".join(part for part in parts if part)


def _format_number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def get_database_name(url: str) -> str:
    return "SQLite" if url.startswith("sqlite") else "PostgreSQL"


def get_load_average() -> float:
    """Return the average load in the last minute, or 0 on systems without `/proc`."""
    return os.getloadavg()[0] if Path("/proc/loadavg").exists() else 0.0
