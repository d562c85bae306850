"""Loads the texts of `search_content` into a database in bulk, with their rows of the search index.

Other processes generate the rows as the database gets them, so that this process only writes them.
Secondary indexes are dropped first and created again at the end, as the schema of the database
says. Loading continues where it was interrupted.
"""

import argparse
import json
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from psycopg.types.json import Jsonb
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text

from community.core.db import sessions
from community.core.db.columns import UTCDateTime
from community.core.settings import settings
from community.domain.search.index.token_index import make_groups
from community.domain.search.names.name_index import NameKind, find_name_words
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
    get_languages,
)

BATCH = 5_000
MAX_PROCESSES = 4
BATCHES_AHEAD = 4
# Only tables of the Admin Panel use these indexes of PostgreSQL, which take longest to create.
UNUSED_INDEXES = ("ix_posts_search", "ix_comments_search", "ix_users_search")
# Tables that are filled at the end, in the order of their keys, from tables without indexes.
STAGED = {SearchName: "loaded_names"}
# The table with the statements that create the dropped indexes. It exists while loading.
DROPPED = "dropped_indexes"


def _find_memory() -> int:
    """Return the size of the memory of this machine in bytes."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


OPTIONS = {
    "sqlite": ("PRAGMA synchronous = OFF", "PRAGMA cache_size = -1000000"),
    "postgresql": (
        "SET session_replication_role = replica",
        "SET synchronous_commit = off",
        # PostgreSQL reads the index of the tokens again each time that this is full.
        f"SET maintenance_work_mem = '{_find_memory() >> 22} MB'",
        "SET work_mem = '512MB'",
    ),
}
# SQLite merges the tokens once, at the end. Collecting more of them in memory before it writes them
# takes longer, because they would not be in the cache of the processor.
FTS_OPTIONS = {"hashsize": (1 << 23, 1 << 20), "automerge": (0, 4), "crisismerge": (1900, 16)}
# The characters that have a meaning in the text format of COPY.
COPY_ESCAPES = (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"))
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
    with ProcessPoolExecutor(max(1, min(MAX_PROCESSES, (os.cpu_count() or 2) - 1))) as pool:
        pool.submit(_prepare_languages, size)
        if first == 1:
            with engine.begin() as connection:
                for rows in generate_people(size.authors):
                    _store(connection, _prepare(rows, engine.dialect.name))
        starts = range(first, size.posts + 1, BATCH)
        batches = [range(start, min(start + BATCH, size.posts + 1)) for start in starts]
        prepared = _generate_ahead(pool, batches, size, engine.dialect.name)
        for batch, tables in zip(batches, prepared, strict=True):
            with engine.begin() as connection:
                _store(connection, tables)
            seconds = time.monotonic() - started_at
            print(f"\r{batch[-1]:,} of {size.posts:,} posts, {seconds:.0f} s", end="", flush=True)
    print()
    _finish(engine, started_at)
    engine.dispose()


class PreparedTable(NamedTuple):
    statement: str
    # For SQLite, the values of each row that the statement does not contain. For PostgreSQL, the
    # text that COPY reads.
    rows: Any


def _prepare_languages(size: Size) -> None:
    """Let a process do at once what its first batch would wait for."""
    get_languages(size.words)


def _generate_ahead(
    pool: ProcessPoolExecutor, batches: Iterable[range], size: Size, dialect_name: str
) -> Iterator[list[PreparedTable]]:
    """Yield the rows of batches, while other processes generate those of the next ones."""
    pending: deque[Future[list[PreparedTable]]] = deque()
    for batch in batches:
        pending.append(pool.submit(_generate, batch, size, dialect_name))
        if len(pending) > BATCHES_AHEAD:
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


def _generate(units: range, size: Size, dialect_name: str) -> list[PreparedTable]:
    return _prepare(generate_texts(units, size), dialect_name)


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
    else:
        # Half of the data would otherwise also be written to the log.
        connection.exec_driver_sql(f"ALTER TABLE {TOKENS} SET UNLOGGED")


def _configure_fts(connection: Connection, position: int) -> None:
    for option, values in FTS_OPTIONS.items():
        connection.exec_driver_sql(
            f"INSERT INTO {TOKENS} ({TOKENS}, rank) VALUES ('{option}', {values[position]})"
        )


def _store(connection: Connection, tables: Iterable[PreparedTable]) -> None:
    cursor: Any = connection.connection.cursor()
    for table in tables:
        if connection.dialect.name == "sqlite":
            cursor.executemany(table.statement, table.rows)
        else:
            with cursor.copy(table.statement) as copy:
                copy.write(table.rows)


def _prepare(rows: Rows, dialect_name: str) -> list[PreparedTable]:
    """Return the rows as the database gets them, with the values that all rows of a table share."""
    return [_prepare_table(key, values, dialect_name) for key, values in rows.items() if values]


def _prepare_table(key: Any, rows: Sequence[Any], dialect_name: str) -> PreparedTable:
    if key == TOKENS:
        return _prepare_tokens(rows, dialect_name)
    is_sqlite = dialect_name == "sqlite"
    processors = _find_processors(key, dialect_name)
    shared = {
        name: process(getattr(TEMPLATES[key], name))
        for name, process in processors.items()
        if name not in COLUMNS[key]
    }
    table = STAGED.get(key, key.__tablename__)
    columns = [
        list(map(processors[name], values))
        for name, values in zip(COLUMNS[key], zip(*rows, strict=True), strict=True)
    ]
    names = ", ".join((*COLUMNS[key], *shared))
    if is_sqlite:
        places = ", ".join([*"?" * len(columns), *map(_quote_for_sqlite, shared.values())])
        statement = f"INSERT INTO {table} ({names}) VALUES ({places})"
        return PreparedTable(statement, list(zip(*columns, strict=True)))
    end = "".join(f"\t{value}" for value in shared.values()) + "\n"
    lines = map("\t".join, zip(*columns, strict=True))
    return PreparedTable(f"COPY {table} ({names}) FROM STDIN", end.join((*lines, "")))


def _prepare_tokens(rows: Sequence[tuple[int, Sequence[str]]], dialect_name: str) -> PreparedTable:
    grouped = [(document_id, (*tokens, *make_groups(document_id))) for document_id, tokens in rows]
    if dialect_name == "sqlite":
        statement = f"INSERT INTO {TOKENS} (rowid, tokens) VALUES (?, ?)"
        return PreparedTable(statement, [(row[0], " ".join(row[1])) for row in grouped])
    lines = (f"{document_id}\t'" + "' '".join(tokens) + "'\n" for document_id, tokens in grouped)
    return PreparedTable(f"COPY {TOKENS} (document_id, tokens) FROM STDIN", "".join(lines))


@cache
def _find_processors(model: Any, dialect_name: str) -> dict[str, Callable[[Any], Any]]:
    """Return the functions that convert the values of the columns of a table."""
    is_sqlite = dialect_name == "sqlite"
    dialect = create_engine("sqlite://" if is_sqlite else "postgresql+psycopg://").dialect
    processors: dict[str, Callable[[Any], Any]] = {}
    for column in model.__table__.columns:
        bind: Any = column.type.dialect_impl(dialect).bind_processor(dialect)
        process = _make_processor(bind, is_sqlite=is_sqlite)
        # A post, its comments and their documents have the same time.
        is_time = isinstance(column.type, UTCDateTime)
        processors[column.name] = lru_cache(4 * BATCH)(process) if is_time else process
    return processors


def _make_processor(bind: Any, *, is_sqlite: bool) -> Callable[[Any], Any]:
    if is_sqlite:
        return bind or _keep
    if bind is None:
        return _to_copy_text
    return lambda value: _to_copy_text(bind(value))


def _keep(value: Any) -> Any:
    return value


def _quote_for_sqlite(value: Any) -> str:
    with sqlite3.connect(":memory:") as connection:
        return str(connection.execute("SELECT quote(?)", (value,)).fetchone()[0])


def _to_copy_text(value: Any) -> str:
    """Return a value in the text format of COPY."""
    if isinstance(value, Jsonb):
        value = json.dumps(value.obj)
    if value is None:
        return r"\N"
    copied = str(value)
    for character, escape in COPY_ESCAPES:
        copied = copied.replace(character, escape)
    return copied


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
    _store(connection, _prepare({SearchName: tags}, connection.dialect.name))
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
    _store(connection, _prepare({SearchWord: words}, connection.dialect.name))
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
