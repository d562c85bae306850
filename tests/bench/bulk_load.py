"""Loads the texts of `search_content` into a database in bulk, with their rows of the search index.

Secondary indexes are dropped first and created again at the end, as the schema of the database
says. Loading continues where it was interrupted.
"""

import argparse
import os
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text

from community.core.db import sessions
from community.core.settings import settings
from community.domain.search.name_index import NameKind, find_name_words
from community.domain.search.token_index import GROUP_SIZES, make_group
from community.models import SearchName, SearchWord
from tests import databases
from tests.bench import report
from tests.bench.search_content import (
    COLUMNS,
    TEMPLATES,
    TOKENS,
    Rows,
    Size,
    generate_people,
    generate_texts,
)

BATCH = 5_000
BATCHES_AHEAD = 3
# Only tables of the Admin Panel use these indexes of PostgreSQL, which take longest to create.
UNUSED_INDEXES = ("ix_posts_search", "ix_comments_search", "ix_users_search")
# Tables that are filled at the end, in the order of their keys, from tables without indexes.
STAGED = {SearchName: "loaded_names"}
# The table with the statements that create the dropped indexes. It exists while loading.
DROPPED = "dropped_indexes"
OPTIONS = {
    "sqlite": ("PRAGMA synchronous = OFF", "PRAGMA cache_size = -1000000"),
    "postgresql": (
        "SET session_replication_role = replica",
        "SET synchronous_commit = off",
        "SET maintenance_work_mem = '2GB'",
        "SET work_mem = '512MB'",
    ),
}
# SQLite collects the tokens of many texts in memory before it writes them, and merges them once.
FTS_OPTIONS = {"hashsize": (1 << 27, 1 << 20), "automerge": (0, 4), "crisismerge": (1000, 16)}
LIST_INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL "
    "AND tbl_name IN ({tables})",
    "postgresql": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' "
    "AND tablename IN ({tables}) AND indexname NOT IN (SELECT conname FROM pg_constraint)",
}


def load(url: str, size: Size, *, omitted_indexes: Collection[str] = ()) -> None:
    """Migrate a database, and load posts and comments until it has `size.posts` posts.

    Args:
        url: That of a SQLite file or of a PostgreSQL database, which is created if it is missing.
        omitted_indexes: Indexes that are not created again.
    """
    started_at = time.monotonic()
    engine = _open(url)
    with engine.begin() as connection:
        first = (connection.scalar(text("SELECT max(id) FROM posts")) or 0) + 1
        is_loading = inspect(connection).has_table(DROPPED)
        if first > size.posts and not is_loading:
            return
        if not is_loading:
            _drop_indexes(connection, omitted_indexes)
    if first == 1:
        with engine.begin() as connection:
            for rows in generate_people(size.authors):
                _store(connection, rows)
    starts = range(first, size.posts + 1, BATCH)
    batches = [range(start, min(start + BATCH, size.posts + 1)) for start in starts]
    for batch, rows in zip(batches, _generate_ahead(batches, size), strict=True):
        with engine.begin() as connection:
            _store(connection, rows)
        seconds = time.monotonic() - started_at
        print(f"\r{batch[-1]:,} of {size.posts:,} posts, {seconds:.0f} s", end="", flush=True)
    print()
    _finish(engine, started_at)
    engine.dispose()


def _generate_ahead(batches: Iterable[range], size: Size) -> Iterator[Rows]:
    """Yield the rows of batches, while another process generates those of the next ones."""
    with ProcessPoolExecutor(1) as pool:
        pending: deque[Future[Rows]] = deque()
        for batch in batches:
            pending.append(pool.submit(generate_texts, batch, size))
            if len(pending) > BATCHES_AHEAD:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


def _open(url: str) -> Engine:
    if url.startswith("sqlite"):
        databases.migrate(url.replace("sqlite:", "sqlite+aiosqlite:"))
        engine = create_engine(url)
    else:
        databases.create_missing_postgres_database(url)
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))

    def set_options(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for statement in OPTIONS[engine.dialect.name]:
            cursor.execute(statement)
        connection.commit()

    event.listen(engine, "connect", set_options)
    return engine


def _drop_indexes(connection: Connection, omitted: Collection[str]) -> None:
    dialect = connection.dialect.name
    tables = ", ".join(f"'{model.__tablename__}'" for model in COLUMNS)
    if dialect == "postgresql":
        tables += f", '{TOKENS}'"
    connection.exec_driver_sql(f"CREATE TABLE {DROPPED} (name text, sql text)")
    for name, sql in connection.exec_driver_sql(LIST_INDEXES[dialect].format(tables=tables)).all():
        if name not in omitted:
            values = {"name": name, "sql": sql}
            connection.execute(text(f"INSERT INTO {DROPPED} VALUES (:name, :sql)"), values)
        connection.exec_driver_sql(f"DROP INDEX {name}")
    for model, staged in STAGED.items():
        columns = f"SELECT * FROM {model.__tablename__} LIMIT 0"
        connection.exec_driver_sql(f"CREATE TABLE {staged} AS {columns}")
    if dialect == "sqlite":
        _configure_fts(connection, 0)


def _configure_fts(connection: Connection, position: int) -> None:
    for option, values in FTS_OPTIONS.items():
        connection.exec_driver_sql(
            f"INSERT INTO {TOKENS} ({TOKENS}, rank) VALUES ('{option}', {values[position]})"
        )


def _store(connection: Connection, rows: Rows) -> None:
    is_sqlite = connection.dialect.name == "sqlite"
    cursor: Any = connection.connection.cursor()
    for key, values in rows.items():
        names, convert = _get_converter(key, connection.dialect.name)
        table = key if key == TOKENS else STAGED.get(key, key.__tablename__)
        columns = ", ".join(names)
        if is_sqlite:
            places = ", ".join("?" * len(names))
            statement = f"INSERT INTO {table} ({columns}) VALUES ({places})"
            cursor.executemany(statement, map(convert, values))
        else:
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in values:
                    copy.write_row(convert(row))


def _convert_for_sqlite(row: Sequence[Any]) -> Sequence[Any]:
    return row[0], " ".join(row[1])


def _convert_for_postgresql(row: Sequence[Any]) -> Sequence[Any]:
    document_id, tokens = row
    groups = (make_group(document_id, size) for size in GROUP_SIZES)
    return document_id, "'" + "' '".join((*tokens, *groups)) + "'"


@cache
def _get_converter(
    model: Any, dialect_name: str
) -> tuple[Sequence[str], Callable[[Sequence[Any]], Sequence[Any]]]:
    """Return the columns of a table, and the function that adds those that rows share."""
    if model == TOKENS and dialect_name == "sqlite":
        return ("rowid", "tokens"), _convert_for_sqlite
    if model == TOKENS:
        return ("document_id", "tokens"), _convert_for_postgresql
    dialect = create_engine(
        "sqlite://" if dialect_name == "sqlite" else "postgresql+psycopg://"
    ).dialect
    processors = {
        column.name: column.type.dialect_impl(dialect).bind_processor(dialect)
        for column in model.__table__.columns
    }
    names = COLUMNS[model]
    others = tuple(name for name in processors if name not in names)
    values = ((name, getattr(TEMPLATES[model], name)) for name in others)
    shared = tuple(
        process(value) if (process := processors[name]) else value for name, value in values
    )
    changed = [(i, processors[name]) for i, name in enumerate(names) if processors[name]]

    def convert(row: Sequence[Any]) -> Sequence[Any]:
        converted = [*row, *shared]
        for index, process in changed:
            converted[index] = process(row[index])
        return converted

    return (*names, *others), convert


def _finish(engine: Engine, started_at: float) -> None:
    def log(step: str) -> None:
        print(f"{time.monotonic() - started_at:6.0f} s: {step}", flush=True)

    with engine.begin() as connection:
        log("names")
        _fill_names(connection)
    with engine.begin() as connection:
        for name, sql in connection.exec_driver_sql(f"SELECT name, sql FROM {DROPPED}").all():
            log(name)
            connection.exec_driver_sql(sql)
        connection.exec_driver_sql(f"DROP TABLE {DROPPED}")
        if engine.dialect.name == "sqlite":
            log("merging the tokens")
            _configure_fts(connection, 1)
            connection.exec_driver_sql(f"INSERT INTO {TOKENS} ({TOKENS}) VALUES ('optimize')")
        else:
            for model in COLUMNS:
                if "id" in COLUMNS[model]:
                    name = model.__tablename__
                    sequence = f"pg_get_serial_sequence('{name}', 'id')"
                    connection.exec_driver_sql(f"SELECT setval({sequence}, max(id)) FROM {name}")
    log("statistics")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        is_sqlite = engine.dialect.name == "sqlite"
        connection.exec_driver_sql("ANALYZE" if is_sqlite else "VACUUM ANALYZE")
    log("loaded")


def _fill_names(connection: Connection) -> None:
    """Fill the tables of names and of their words. The ranks of tags follow from their uses."""
    (staged,) = STAGED.values()
    if not inspect(connection).has_table(staged):
        return
    counts = connection.exec_driver_sql("SELECT tag, count(*) FROM post_tags GROUP BY tag")
    tags = [
        (NameKind.TAG.value, word, count.bit_length(), 0, tag)
        for tag, count in counts.all()
        for word in dict.fromkeys((tag, *find_name_words(tag)))
    ]
    _store(connection, {SearchName: tags})
    columns = ", ".join(COLUMNS[SearchName])
    connection.exec_driver_sql(
        f"INSERT INTO search_names ({columns}) SELECT {columns} FROM {staged} ORDER BY {columns}"
    )
    uses = connection.exec_driver_sql(
        "SELECT kind, word, count(*), max(rank) FROM search_names GROUP BY kind, word"
    )
    words = [
        (kind, word, rank if kind == NameKind.TAG else count.bit_length())
        for kind, word, count, rank in uses.all()
    ]
    _store(connection, {SearchWord: words})
    connection.exec_driver_sql(f"DROP TABLE {staged}")


def open_database(description: str | None) -> argparse.Namespace:
    """Load the database that the arguments of a command name, and point the settings to it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--posts", type=int, default=1_000_000)
    parser.add_argument("--authors", type=int, default=300_000)
    parser.add_argument("--folder", type=Path, required=True, help="for the file of SQLite")
    parser.add_argument("--database-url", default="", help="of PostgreSQL")
    parser.add_argument("--repetitions", type=int, default=30)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    url = options.database_url or f"sqlite:///{options.folder.resolve() / 'community.db'}"
    load(url, Size(options.posts, options.authors), omitted_indexes=UNUSED_INDEXES)
    os.environ.update(DATABASE_URL=url, DATA_DIR=str(options.folder), ENVIRONMENT="test")
    settings.cache_clear()
    sessions.engine.cache_clear()
    options.database = url.partition(":")[0]
    options.load_before = report.get_load_average()
    return options


def describe(options: argparse.Namespace) -> report.Machine:
    return report.describe_machine(options.database, options.load_before)
