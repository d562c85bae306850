"""A site of its own for the measurements, with its own database."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from community.core import database
from community.core.settings import settings
from tests import databases
from tests.bench import content
from tests.bench.content import Content
from tests.journeys.production import Production

DATABASE = "BENCH_DATABASE_URL"
REDIS = "BENCH_REDIS_URL"


@contextmanager
def filled_site() -> Iterator[tuple[Production, Content]]:
    """The site with its content, served by the command that the README names.

    On SQLite in a temporary folder, or in the database of `BENCH_DATABASE_URL`, which is made anew.
    """
    with TemporaryDirectory(prefix="bench-") as folder:
        settings_of_site = {"DATABASE_URL": _database(Path(folder)), "ENVIRONMENT": "production"}
        if redis := os.environ.get(REDIS):
            settings_of_site["REDIS_URL"] = redis
        made = _fill(settings_of_site["DATABASE_URL"], folder)
        site = Production(Path(folder), settings_of_site)
        site.start()
        try:
            yield site, made
        finally:
            site.stop()


def _database(folder: Path) -> str:
    chosen = os.environ.get(DATABASE, "")
    if chosen.startswith("postgres"):
        return databases.make_anew(chosen)
    databases.migrate(f"sqlite+aiosqlite:///{folder / 'community.db'}")
    return f"sqlite:///{folder / 'community.db'}"


def _fill(url: str, folder: str) -> Content:
    os.environ.update(DATABASE_URL=url, DATA_DIR=folder, ENVIRONMENT="test")
    settings.cache_clear()
    database.engine.cache_clear()
    return asyncio.run(content.make())


def memory_of(pid: int) -> float:
    """Megabytes that a process holds, with those that it started."""
    return sum(_resident(each) for each in (pid, *_children(pid))) / 1024


def _resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *_children(child)]
    return found
