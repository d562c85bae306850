"""Measures suggestions among 1,000,000 titles, 300,000 users and 20,000 tags.

Run `python -m tests.bench.search_names URL` with the URL of an empty SQLite file or of a PostgreSQL
database, which it drops and creates. `--keep` measures without filling it again.
"""

import argparse
import asyncio
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, insert, text

from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import search
from community.domain.search.name_index import find_name_words
from community.models import Post, PostTag, SearchName, SearchWord, User
from tests import databases
from tests.bench import report

POSTS, USERS, TAGS, VOCABULARY = 1_000_000, 300_000, 20_000, 200_000
BATCH_SIZE = 5_000
REPETITIONS = 30
T = TypeVar("T")
SYLLABLES = [a + b for a in "бвгдзклмнпрст" for b in "аеиоу"]


def batched(items: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    iterator = iter(items)
    while batch := tuple(islice(iterator, size)):
        yield batch


def create_words() -> list[str]:
    choice = random.Random(7)  # not a secret
    return ["".join(choice.choices(SYLLABLES, k=choice.randint(2, 5))) for _ in range(VOCABULARY)]


def create_titles(words: list[str]) -> Iterator[str]:
    """Yield titles of 4 to 10 words, of which few are frequent, as in languages."""
    choice = random.Random(8)  # not a secret
    weights = [1 / (rank + 3) for rank in range(len(words))]
    for rank in range(1, len(weights)):
        weights[rank] += weights[rank - 1]
    for _ in range(POSTS):
        yield " ".join(choice.choices(words, cum_weights=weights, k=choice.randint(4, 10)))


def fill(connection: Connection) -> None:
    words, now = create_words(), clock.now()
    uses: Counter[tuple[str, str]] = Counter()

    def store(kind: str, target_id: int, name: str, rank: int = 0, tag: str = "") -> Any:
        found = find_name_words(name)
        uses.update((kind, word) for word in found)
        return [
            {"kind": kind, "word": word, "rank": rank, "target_id": target_id, "tag": tag}
            for word in found
        ]

    for numbers in batched(range(1, USERS + 1), BATCH_SIZE):
        names = {n: f"{words[n * 31 % 9_000]} {words[n * 17 % VOCABULARY]}" for n in numbers}
        rows = [
            User(id=n, slug=f"u{n}", name=names[n], email=f"{n}@example.com").model_dump()
            for n in numbers
        ]
        connection.execute(insert(User), rows)
        found = [row for n in numbers for row in store("user", n, f"u{n} {names[n]}", n % 12)]
        connection.execute(insert(SearchName), found)
    common: dict[str, Any] = {"status": "published", "published_at": now, "author_id": 1}
    titles = enumerate(create_titles(words), 1)
    for batch in batched(titles, BATCH_SIZE):
        posts = [Post(id=n, slug="s", title=title, **common).model_dump() for n, title in batch]
        connection.execute(insert(Post), posts)
        rows = [row for n, title in batch for row in store("post", n, title)]
        connection.execute(insert(SearchName), rows)
    tags = [f"{words[n]}{n}" for n in range(TAGS)]
    for batch in batched(enumerate(tags), BATCH_SIZE):
        connection.execute(
            insert(SearchName),
            [row for n, tag in batch for row in store("tag", 0, tag, n % 10, tag)],
        )
        connection.execute(
            insert(PostTag),
            [
                PostTag(tag=t, post_id=n + 1, hotness=0, published_at=now).model_dump()
                for n, t in batch
            ],
        )
    for items in batched(sorted(uses.items()), BATCH_SIZE):
        values = [
            {"kind": kind, "word": word, "uses": count.bit_length()}
            for (kind, word), count in items
        ]
        connection.execute(insert(SearchWord), values)


def prepare(url: str) -> None:
    """Create the database and fill it."""
    if url.startswith("postgresql"):
        databases.recreate_postgres_database(url)
    else:
        databases.migrate(url.replace("sqlite:", "sqlite+aiosqlite:"))
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET session_replication_role = replica"))
        fill(connection)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE" if "postgresql" in url else "ANALYZE"))
    engine.dispose()


async def measure(name: str, run: Any) -> None:
    times, found = [], None
    for _ in range(REPETITIONS):
        started_at = time.perf_counter()
        async with read_session() as session:
            found = await run(session)
        times.append((time.perf_counter() - started_at) * 1000)
    # The first run fills the caches of the database and of SQLAlchemy.
    median, slowest = statistics.median(times[1:]), max(times[1:])
    print(f"  {name:<46}{len(str(found)):8}{median:8.1f} ms{slowest:10.1f} ms", flush=True)


async def measure_all() -> None:
    words = create_words()
    actor = Actor(user_id=2)
    queries = {
        "two letters": words[0][:2],
        "three letters": words[0][:3],
        "four letters": words[0][:4],
        "the commonest word": words[0],
        "the two commonest words": f"{words[0]} {words[1]}",
        "a common word and the beginning of another": f"{words[0]} {words[5][:2]}",
        "a rare word": words[150_000],
        "a common and a rare word": f"{words[0]} {words[150_000]}",
        "eight common words": " ".join(words[:8]),
        "no hit": "щщщщ",
    }
    for name, q in queries.items():
        await measure(f"suggest: {name}", lambda session, q=q: search.suggest(session, actor, q))
    for q in ("@" + words[31][:1], "@" + words[31][:2], "@u1"):
        await measure(
            f"people: {len(q) - 1} letters",
            lambda session, q=q: search.suggest_people(session, actor, q=q[1:]),
        )
    typo = words[3][:-1] + "э" + words[3][-1:]
    await measure("correction", lambda session: search.find_correction(session, actor, typo))
    await sessions.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--keep", action="store_true", help="do not fill the database again")
    arguments = parser.parse_args()
    load_before = report.get_load_average()
    if not arguments.keep:
        started_at = time.monotonic()
        prepare(arguments.url)
        print(f"Filled the database in {time.monotonic() - started_at:.0f} s")
    os.environ["DATABASE_URL"] = arguments.url
    settings.cache_clear()
    print(report.describe_machine(arguments.url.partition(":")[0], load_before))
    print("Size of the result, median and slowest:")
    asyncio.run(measure_all())


if __name__ == "__main__":
    main()
