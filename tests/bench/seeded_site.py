"""A temporary site with content for the benchmarks."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from community.core.db import sessions as database
from community.core.settings import settings
from tests import databases
from tests.bench import content
from tests.bench.content import Content
from tests.e2e.production_server import ProductionServer

DATABASE_URL_VARIABLE = "BENCH_DATABASE_URL"
REDIS_URL_VARIABLE = "BENCH_REDIS_URL"


@contextmanager
def run_seeded_site() -> Iterator[tuple[ProductionServer, Content]]:
    """Create a site with content and run it with the production command.

    The database is a SQLite file in a temporary folder. If `BENCH_DATABASE_URL` contains the URL
    of a PostgreSQL database, the function drops that database and creates it anew.
    """
    with TemporaryDirectory(prefix="bench-") as folder:
        environment = {
            "DATABASE_URL": _create_database(Path(folder)),
            "ENVIRONMENT": "production",
        }
        if redis_url := os.environ.get(REDIS_URL_VARIABLE):
            environment["REDIS_URL"] = redis_url
        created = _create_content(environment["DATABASE_URL"], folder)
        site = ProductionServer(Path(folder), environment)
        site.start()
        try:
            yield site, created
        finally:
            site.stop()


def _create_database(folder: Path) -> str:
    url = os.environ.get(DATABASE_URL_VARIABLE, "")
    if url.startswith("postgres"):
        return databases.recreate_postgres_database(url)
    databases.migrate(f"sqlite+aiosqlite:///{folder / 'community.db'}")
    return f"sqlite:///{folder / 'community.db'}"


def _create_content(url: str, folder: str) -> Content:
    os.environ.update(DATABASE_URL=url, DATA_DIR=folder, ENVIRONMENT="test")
    settings.cache_clear()
    database.engine.cache_clear()
    return asyncio.run(content.create_benchmark_content())


def get_memory_megabytes(pid: int) -> float:
    """Return the resident memory of a process and all its descendants, in megabytes."""
    return sum(_get_resident_kilobytes(p) for p in (pid, *_list_descendant_pids(pid))) / 1024


def get_processor_seconds(pid: int) -> float:
    """Return the processor time that a process and its descendants have used, in seconds."""
    return sum(map(_get_processor_ticks, (pid, *_list_descendant_pids(pid)))) / os.sysconf(
        "SC_CLK_TCK"
    )


def _get_processor_ticks(pid: int) -> int:
    # The name of the program, in parentheses, can contain spaces.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _get_resident_kilobytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def _list_descendant_pids(pid: int) -> list[int]:
    descendants: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            descendants += [child, *_list_descendant_pids(child)]
    return descendants
