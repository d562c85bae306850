"""Measures how long searches take, on SQLite or on PostgreSQL, from the query to the results.

`python -m tests.bench.search --folder FOLDER` loads a million posts and two million comments into a
SQLite file in the folder, and with `--database-url` into that PostgreSQL database. It continues
where it was interrupted, so that the same command also measures a database that is already loaded.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlalchemy import func, select

from community.core.actor import GUEST
from community.core.db import sessions as database
from community.core.processes.memory import limit_garbage_collection
from community.core.settings import settings
from community.domain import search
from community.domain.search import SearchPage, SearchRequest, SearchSort, SearchType
from tests.bench import bulk_load
from tests.bench.report import Durations
from tests.bench.search_content import (
    COMMUNITIES,
    ENGLISH,
    RUSSIAN,
    START,
    VOCABULARY,
    get_tags,
    get_time,
    get_words,
)

Requests = dict[str, list[SearchRequest]]
LATER_PAGES = 4


def build_requests(posts: int) -> Requests:
    """Return searches by the name of their kind. Half of them are Russian."""
    both = [_build_requests(get_words(language)) for language in (RUSSIAN, ENGLISH)]
    requests = {name: both[RUSSIAN][name] + both[ENGLISH][name] for name in both[RUSSIAN]}
    return requests | _build_filtered_requests(posts)


def _build_requests(words: Sequence[str]) -> Requests:
    common, rarest = words[:3], words[VOCABULARY // 2 :]
    return {
        "the three commonest words, each": [SearchRequest(word) for word in common],
        "two common words": [SearchRequest(f"{common[0]} {word}") for word in words[1:11]],
        "a word of 0.4 % of the texts": [SearchRequest(word) for word in words[500:510]],
        "a rare word": [SearchRequest(word) for word in rarest[:10]],
        "a common and a rare word": [SearchRequest(f"{common[0]} {w}") for w in rarest[:10]],
        "two words of 2 %": [SearchRequest(" ".join(words[n : n + 2])) for n in range(60, 80, 2)],
        "two rare words, no hit": [
            SearchRequest(" ".join(rarest[n : n + 2])) for n in range(0, 20, 2)
        ],
        "unknown words": [SearchRequest(f"{common[0]}{n}щж") for n in range(10)],
        "a phrase of two words": [SearchRequest(f'"{common[0]} {word}"') for word in words[1:11]],
        "a phrase of three words": [
            SearchRequest(f'"{" ".join(words[n : n + 3])}"') for n in range(10)
        ],
        "8 common words": [SearchRequest(" ".join(words[n : n + 8])) for n in range(10)],
        "16 common words": [SearchRequest(" ".join(words[n : n + 16])) for n in range(10)],
        "a common word without another": [
            SearchRequest(f"{common[0]} -{word}") for word in words[1:11]
        ],
        "two letters": [SearchRequest(word[:2]) for word in words[:10]],
    }


def _build_filtered_requests(posts: int) -> Requests:
    common = [*get_words(RUSSIAN)[:3], *get_words(ENGLISH)[:3]]
    third = (get_time(posts) - START) / 3
    first = range(1, 11)
    return {
        "by an author": [
            SearchRequest(word, author=f"author-{n}") for word in common[::3] for n in first
        ],
        "in a community": [
            SearchRequest(word, community=f"community-{n * COMMUNITIES // 20}")
            for word in common[::3]
            for n in first
        ],
        "with a tag": [
            SearchRequest(word, tags=[tag])
            for word in common[::3]
            for tag in (*get_tags()[:5], *get_tags()[200:205])
        ],
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
        "without an image": [SearchRequest(word, has_image=False) for word in common],
        "posts": [SearchRequest(word, type=SearchType.POST) for word in common],
        "comments": [SearchRequest(word, type=SearchType.COMMENT) for word in common],
        "the newest": [SearchRequest(word, sort=SearchSort.NEW) for word in common],
        "the most discussed": [SearchRequest(word, sort=SearchSort.DISCUSSED) for word in common],
    }


async def measure(requests: Requests, repetitions: int) -> None:
    """Print the durations of each kind of search, and of later pages.

    Each search runs once before it is measured, so that the disk is not read.
    """
    limit_garbage_collection()
    server_process = await _find_server_process()
    everything = Durations()
    print(f"{'':36}{'hits':>8}{Durations.HEADER}")
    for name, kind in requests.items():
        for request in kind:
            await _search(request)
        durations, page = Durations(server_process=server_process), SearchPage()
        for number in range(max(repetitions, len(kind))):
            with durations.record():
                page = await _search(kind[number % len(kind)])
        everything.add(durations)
        print(f"{name:36}{page.total:>8}{durations}", flush=True)
    for sort in SearchSort:
        request = replace(requests["posts"][0], sort=sort)
        durations = await _measure_later_pages(request, server_process)
        everything.add(durations)
        print(f"{f'pages 2 to {LATER_PAGES + 1}, {sort.value}':44}{durations}", flush=True)
    print(f"{'all searches':44}{everything}", flush=True)
    await database.close()


async def _find_server_process() -> int | None:
    """Return the id of the only connection's process of PostgreSQL, if it is on this machine."""
    if settings().database_url.startswith("sqlite"):
        return None
    async with database.read_session() as session:
        process_id = await session.scalar(select(func.pg_backend_pid()))
    return process_id if process_id and _is_postgres(process_id) else None


def _is_postgres(process_id: int) -> bool:
    name = Path(f"/proc/{process_id}/comm")
    return name.exists() and name.read_text().strip() == "postgres"


async def _measure_later_pages(request: SearchRequest, server_process: int | None) -> Durations:
    durations = Durations(server_process=server_process)
    cursor = (await _search(request)).next_cursor
    for _ in range(LATER_PAGES):
        with durations.record():
            cursor = (await _search(request, cursor)).next_cursor
    return durations


async def _search(request: SearchRequest, cursor: str | None = None) -> SearchPage:
    async with database.read_session() as session:
        return await search.search(session, GUEST, request, cursor=cursor)


def main() -> None:
    options = bulk_load.open_database(__doc__)
    asyncio.run(measure(build_requests(options.posts), options.repetitions))
    print(bulk_load.describe(options))


if __name__ == "__main__":
    main()
