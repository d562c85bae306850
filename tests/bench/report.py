"""The figures as a table for people, or as JSON."""

import json
import os
import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench.figures import PEERS, Figure, Figures


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the figures come from: without that they say nothing."""

    cores: int
    memory_gb: float
    load_before: float
    load_after: float
    python: str
    database: str
    measured_at: str


def machine(database: str, load_before: float) -> Machine:
    """This machine as it is now, at the end of the measurements."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Machine(
        cores=len(os.sched_getaffinity(0)),
        memory_gb=round(total / 2**30, 1),
        load_before=round(load_before, 1),
        load_after=round(os.getloadavg()[0], 1),
        python=platform.python_version(),
        database=database,
        measured_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


HOW = (
    "One web process, started by the production command, with a database of its own; 1,000 posts, "
    "discussions of 100 and 2,000 comments. The load comes from other processes of this machine "
    "over loopback. Figures of peers are from another run on a machine of this size, in their "
    "production mode: they are for orientation, what counts is the ratio in one run."
)


def as_json(figures: Figures, where: Machine) -> str:
    """Everything, for programs."""
    rows = [
        {
            "name": name,
            "title": each.row.title,
            "unit": each.row.unit,
            "parts": each.row.parts,
            "ours": [round(one, 2) for one in each.ours],
            "target": each.row.target,
            "ratios": [one and round(one, 3) for one in each.ratios],
            "is_met": each.is_met,
            "peers": dict(zip(PEERS, each.row.peers, strict=True)),
            "note": each.note,
        }
        for name, each in figures.found.items()
    ]
    return json.dumps({"machine": asdict(where), "how": HOW, "rows": rows}, indent=2)


def show(figures: Figures, where: Machine) -> None:
    """A table that fits a wide terminal."""
    table = Table(title="What the site costs", title_justify="left")
    table.add_column("work", max_width=44)
    table.add_column("unit")
    for peer in PEERS:
        table.add_column(peer, justify="right", max_width=10)
    for heading in ("ours", "target", "ratio", ""):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in figures.found.values():
        row = each.row
        unit = f"{row.unit} {_joined(row.parts)}".strip(" /")
        table.add_row(row.title, unit, *row.peers, *_cells(each))
    console = Console(width=170)
    console.print(table)
    console.print(
        f"{where.cores} cores, {where.memory_gb} GB, load {where.load_before} before and "
        f"{where.load_after} after, Python {where.python}, {where.database}, {where.measured_at}.\n"
    )
    console.print(HOW)


def _cells(figure: Figure) -> tuple[str, str, str, str]:
    """Ours, the target, their ratio, and whether it is reached."""
    sign = "" if figure.is_met is None else ("yes" if figure.is_met else "NO")
    if figure.note:
        sign = f"{sign} {figure.note}".strip()
    return (
        _joined(map(_short, figure.ours)),
        _joined("" if each is None else _short(each) for each in figure.row.target),
        _joined("" if each is None else f"{each:.2f}" for each in figure.ratios),
        sign,
    )


def _joined(parts: object) -> str:
    return " / ".join(str(part) for part in parts if part != "")  # type: ignore[attr-defined]


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def database_of(url: str) -> str:
    """What kind of database was measured."""
    return "SQLite" if url.startswith("sqlite") else "PostgreSQL"


def load_now() -> float:
    """How many processes wait for a core, on average over the last minute."""
    return os.getloadavg()[0] if Path("/proc/loadavg").exists() else 0.0
