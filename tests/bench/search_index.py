"""Compares ways to find texts in an index, on SQLite and on PostgreSQL.

`python -m tests.bench.search_index --texts 1000000` measures SQLite in a temporary folder, and with
`--database-url` also an empty database of PostgreSQL. `docs/decisions/0015-search.md` contains the
results.
"""

import argparse
import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

VOCABULARY = 100_000
WORDS_PER_TEXT = 20
WINDOW = 500
REPETITIONS = 5
# How many texts share a token, as powers of two. A query of PostgreSQL looks for the newest texts
# in the last two groups of the first size, then of the next sizes, then in all texts.
GROUP_SIZES = (11, 15, 18)
# The words of queries, from the commonest to rare ones. A token with `_` is a pair of words.
QUERIES = {
    "the commonest word": ("w0",),
    "the second": ("w1",),
    "a word of 0.4 % of the texts": ("w500",),
    "two common words": ("w0", "w1"),
    "two words of 2 %": ("w100", "w101"),
    "a common and a rare word": ("w0", "w50000"),
    "two rare words": ("w60000", "w70000"),
    "16 common words": tuple(f"w{number}" for number in range(16)),
    "a phrase of two words": ("w0_w1",),
    "a phrase of three words": ("w0_w1", "w1_w2"),
    "no hit": ("missing",),
}


def generate_texts(count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Yield ids, texts and tokens. The frequency of words follows Zipf's law."""
    generator = random.Random(1)
    words = [f"w{number}" for number in range(VOCABULARY)]
    weights = list(accumulate(1 / (number + 3) for number in range(VOCABULARY)))
    for text_id in range(1, count + 1):
        chosen = generator.choices(words, cum_weights=weights, k=WORDS_PER_TEXT)
        pairs = [f"{first}_{second}" for first, second in pairwise(chosen)]
        yield text_id, " ".join(chosen), list(dict.fromkeys([*chosen, *pairs]))


def measure(name: str, run: Callable[[], Sequence[Any]]) -> None:
    """Print the duration of the fastest run, which other programs delay the least."""
    durations = []
    rows: Sequence[Any] = ()
    for _ in range(REPETITIONS):
        started_at = time.perf_counter()
        rows = run()
        durations.append((time.perf_counter() - started_at) * 1_000)
    print(f"{name:50}{len(rows):6} rows{min(durations):10.1f} ms", flush=True)


def measure_sqlite(path: Path, count: int) -> None:
    database = sqlite3.connect(path)
    database.executescript(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;
        CREATE VIRTUAL TABLE texts USING fts5(body, prefix='2 3');
        CREATE VIRTUAL TABLE tokens USING fts5(
            body, detail=none, columnsize=0, tokenize="ascii tokenchars '_'"
        );
        """
    )
    for text_id, body, tokens in generate_texts(count):
        database.execute("INSERT INTO texts (rowid, body) VALUES (?, ?)", (text_id, body))
        values = (text_id, " ".join(tokens))
        database.execute("INSERT INTO tokens (rowid, body) VALUES (?, ?)", values)
    database.commit()

    def select(table: str, order: str, words: Sequence[str]) -> list[Any]:
        sql = f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY {order}"
        return database.execute(sql, (" ".join(f'"{word}"' for word in words),)).fetchall()

    for name, words in QUERIES.items():
        if "_" not in words[0]:
            measure(f"SQLite, by rank: {name}", lambda: select("texts", "rank LIMIT 20", words))  # noqa: B023
        newest = f"rowid DESC LIMIT {WINDOW}"
        measure(f"SQLite, newest: {name}", lambda: select("tokens", newest, words))  # noqa: B023


def measure_postgres(url: str, count: int) -> None:
    database = psycopg.connect(url, autocommit=True)
    database.execute("SET max_parallel_workers_per_gather = 0")
    database.execute("CREATE UNLOGGED TABLE texts (id bigint PRIMARY KEY, tokens tsvector)")
    insert = "COPY texts FROM STDIN"
    with database.cursor() as cursor, cursor.copy(insert) as copy:
        for text_id, _, tokens in generate_texts(count):
            groups = [_name_group(text_id, size) for size in GROUP_SIZES]
            copy.write_row((text_id, " ".join([*tokens, *groups])))
    database.execute("CREATE INDEX ON texts USING gin (tokens) WITH (fastupdate = off)")
    database.execute("VACUUM ANALYZE texts")

    def select(order: str, condition: str) -> list[Any]:
        # MATERIALIZED, because otherwise PostgreSQL may read all texts in the order of their ids.
        sql = f"""
            WITH hits AS MATERIALIZED (SELECT id, tokens FROM texts WHERE tokens @@ %(q)s::tsquery)
            SELECT id FROM hits ORDER BY {order}
        """
        return database.execute(sql, {"q": condition}).fetchall()

    def select_newest(condition: str) -> list[Any]:
        rows: list[Any] = []
        for size in GROUP_SIZES:
            last = [_name_group(count - offset, size) for offset in (0, 1 << size)]
            rows = select(f"id DESC LIMIT {WINDOW}", f"{condition} & ({' | '.join(last)})")
            if len(rows) == WINDOW:
                return rows
        return select(f"id DESC LIMIT {WINDOW}", condition)

    for name, words in QUERIES.items():
        condition = " & ".join(words)
        by_rank = "ts_rank(tokens, %(q)s::tsquery) DESC LIMIT 20"
        if "_" not in condition:
            measure(f"PostgreSQL, by rank: {name}", lambda: select(by_rank, condition))  # noqa: B023
        measure(f"PostgreSQL, newest: {name}", lambda: select_newest(condition))  # noqa: B023


def _name_group(text_id: int, size: int) -> str:
    return f"g{size}_{max(text_id, 0) >> size}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=1_000_000)
    parser.add_argument("--database-url", help="an empty PostgreSQL database")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        measure_sqlite(Path(folder) / "index.db", options.texts)
    if options.database_url:
        measure_postgres(options.database_url, options.texts)


if __name__ == "__main__":
    main()
