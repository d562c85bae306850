"""Measures how long searches take, on SQLite or on PostgreSQL, from the query to the results.

`python -m tests.bench.search --posts 1000000 --folder FOLDER` loads the posts, and twice as many
comments, into a SQLite file in the folder, and with `--database-url` into that PostgreSQL database.
Loading a million posts takes about an hour. It continues where it was interrupted, so that the same
command also measures a database that is already loaded.
"""

import argparse
import asyncio
import os
import statistics
import time
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url

from community.core.actor import GUEST
from community.core.db import sessions as database
from community.core.settings import settings
from community.domain import search
from community.domain.search import SearchRequest, SearchSort, SearchType
from tests import databases
from tests.bench.search_content import SECONDS_PER_UNIT, START, get_words, load


def build_requests(posts: int) -> dict[str, list[SearchRequest]]:
    """Return searches by the name of their kind."""
    words = get_words()
    common, middle = words[:3], words[500:520]
    end = START + timedelta(seconds=posts * SECONDS_PER_UNIT)
    third = (end - START) / 3
    return {
        "the three commonest words, each": [SearchRequest(word) for word in common],
        "two common words": [SearchRequest(f"{common[0]} {word}") for word in words[1:20]],
        "a word of 0.4 % of the texts": [SearchRequest(word) for word in middle],
        "a common and a rare word": [
            SearchRequest(f"{common[0]} {w}") for w in words[50_000:50_020]
        ],
        "two words of 2 %": [SearchRequest(" ".join(words[n : n + 2])) for n in range(60, 100, 2)],
        "two rare words, no hit": [
            SearchRequest(" ".join(words[n : n + 2])) for n in range(60_000, 60_020)
        ],
        "unknown words": [SearchRequest(f"зюзюка{n}") for n in range(20)],
        "a phrase of two words": [SearchRequest(f'"{common[0]} {word}"') for word in words[1:20]],
        "a phrase of three words": [
            SearchRequest(f'"{" ".join(words[n : n + 3])}"') for n in range(20)
        ],
        "8 common words": [SearchRequest(" ".join(words[n : n + 8])) for n in range(10)],
        "16 common words": [SearchRequest(" ".join(words[n : n + 16])) for n in range(10)],
        "a common word without another": [
            SearchRequest(f"{common[0]} -{word}") for word in words[1:20]
        ],
        "by an author": [SearchRequest(common[0], author=f"author-{n}") for n in range(1, 20)],
        "in a community": [
            SearchRequest(common[0], community=f"community-{n}") for n in range(1, 20)
        ],
        "with a tag": [SearchRequest(common[0], tags=[f"tag-{n}"]) for n in range(1, 20)],
        "in the first third of the time": [
            SearchRequest(word, published_before=START + third) for word in common
        ],
        "in one day": [
            SearchRequest(
                word,
                published_from=START + third,
                published_before=START + third + timedelta(days=1),
            )
            for word in common
        ],
        "with an image": [SearchRequest(word, has_image=True) for word in common],
        "comments": [SearchRequest(word, type=SearchType.COMMENT) for word in common],
        "the newest": [SearchRequest(word, sort=SearchSort.NEW) for word in common],
        "the most discussed": [SearchRequest(word, sort=SearchSort.DISCUSSED) for word in common],
    }


@dataclass(slots=True)
class Durations:
    """Milliseconds of time, and of processor time of this process, without that of PostgreSQL."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def print(self, name: str, hits: str) -> None:
        p99 = statistics.quantiles(self.wall, n=100, method="inclusive")[98]
        values = (statistics.median(self.wall), p99, statistics.median(self.processor))
        print(f"{name:36}{hits:>6}" + "".join(f"{value:9.1f}" for value in values), flush=True)


async def measure(requests: dict[str, list[SearchRequest]], repetitions: int) -> None:
    """Print the durations of each kind of search."""
    everything = Durations()
    print(f"{'':36}{'hits':>6}{'p50':>9}{'p99':>9}{'processor':>9}")
    for name, kind in requests.items():
        await _run(kind[0])
        durations, hits = Durations(), 0
        for number in range(max(repetitions, len(kind))):
            started_at, used = time.perf_counter(), time.process_time()
            hits = await _run(kind[number % len(kind)])
            durations.wall.append((time.perf_counter() - started_at) * 1_000)
            durations.processor.append((time.process_time() - used) * 1_000)
        everything.wall += durations.wall
        everything.processor += durations.processor
        durations.print(name, str(hits))
    everything.print("all searches", "")
    await database.close()


async def _run(request: SearchRequest) -> int:
    async with database.read_session() as session:
        return (await search.search(session, GUEST, request)).total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, required=True, help="for the files of SQLite")
    parser.add_argument("--database-url", default="", help="of PostgreSQL")
    parser.add_argument("--repetitions", type=int, default=20)
    options = parser.parse_args()
    url = options.database_url or f"sqlite:///{options.folder.resolve() / 'community.db'}"
    os.environ.update(DATABASE_URL=url, DATA_DIR=str(options.folder), ENVIRONMENT="test")
    settings.cache_clear()
    database.engine.cache_clear()
    databases.migrate(settings().async_database_url)
    load(_create_engine(url), options.posts)
    asyncio.run(measure(build_requests(options.posts), options.repetitions))


def _create_engine(url: str) -> Any:
    if not url.startswith("sqlite"):
        return create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    engine = create_engine(url)
    with engine.connect() as connection:
        for pragma in ("journal_mode = WAL", "synchronous = OFF", "cache_size = -400000"):
            connection.exec_driver_sql(f"PRAGMA {pragma}")
    return engine


if __name__ == "__main__":
    main()
