"""Measures the tables of the Admin Panel on PostgreSQL.

There are 1,000,000 users, 5,000,000 comments and 5,000,000 entries of the audit log.

Run `python -m tests.bench.admin_tables`. It drops and creates the database in
`BENCH_ADMIN_DATABASE_URL`, and keeps it for `--keep`, which measures without filling it again.
"""

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, create_engine, select, text

from community.admin.tables import TABLE_STATES
from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions
from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import tables
from community.domain.tables import Table
from tests.bench import report
from tests.databases import recreate_postgres_database

URL = os.environ.get(
    "BENCH_ADMIN_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/bench_admin_tables"
)
CONTENT = Path(__file__).with_suffix(".sql")
SIZES = {
    "users": 1_000_000,
    "posts": 50_000,
    "comments": 5_000_000,
    "audit_entries": 5_000_000,
}
FILLED_TABLES = tuple(SIZES)
RUNS = 9
# Short, frequent and rare texts, a username, the end of an email address, and no match.
SEARCHES = ("a", "cs", "ann", "cucaui", "cucaui-1", "77@mail.example", "no-such-user")
# Texts that every row, some rows and no row contains, and a common text with a rare one.
OTHER_SEARCHES = {
    "comments": ("comment", "c4ca", "comment c4ca4238a0", "no-such-text"),
    "audit-log": ("admin", "banned", "ticket c4ca", "no-such-text"),
}
OWNER = Actor(user_id=1, is_admin=True, sections=frozenset({"*"}), joined_at=clock.now())


@dataclass(frozen=True)
class Timing:
    """The time of one query in milliseconds."""

    name: str
    median: float
    slowest: float


def fill() -> None:
    """Create the database and fill it with set-based SQL."""
    recreate_postgres_database(URL)
    url = URL.replace("postgresql://", "postgresql+psycopg://")
    # The statements contain percent signs, which are no placeholders.
    engine = create_engine(url, execution_options={"no_parameters": True})
    with engine.begin() as connection:
        definitions = _drop_indexes(connection)
        for statement in CONTENT.read_text().split(";\n"):
            sql = "\n".join(line for line in statement.splitlines() if not line.startswith("--"))
            if sql.strip():
                for name, size in SIZES.items():
                    sql = sql.replace(f":{name}", str(size))
                connection.exec_driver_sql(sql)
        for definition in definitions:
            connection.exec_driver_sql(definition)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")
    engine.dispose()


def _drop_indexes(connection: Connection) -> list[str]:
    """Drop the indexes that are not unique, and return the statements that create them again."""
    rows = connection.execute(
        text(
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' "
            "AND tablename = ANY(:names) AND indexdef LIKE 'CREATE INDEX%'"
        ),
        {"names": list(FILLED_TABLES)},
    ).all()
    for name, _ in rows:
        connection.exec_driver_sql(f"DROP INDEX {name}")
    return [definition for _, definition in rows]


def list_views(table: Table) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the URL parameters of the measured views of a table."""
    for code in sorted(table.get_sort_codes()):
        yield f"sort {code}", {"sort": code}
    for item in table.filters:
        for choice in item.choices:
            yield f"filter {item.code}={choice.code}", {item.code: choice.code}
    if table.search is not None:
        for term in OTHER_SEARCHES.get(table.code, SEARCHES):
            yield f"search {term!r}", {"q": term}


async def measure(table: Table) -> list[Timing]:
    timings = []
    for name, params in list_views(table):
        timings.append(await _measure_page(table, name, params, cursor=""))
        if name.startswith("sort "):
            cursor = await _find_deep_cursor(table, params)
            if cursor:
                deep = await _measure_page(table, f"{name}, deep page", params, cursor=cursor)
                timings.append(deep)
    return timings


async def _measure_page(table: Table, name: str, params: dict[str, str], *, cursor: str) -> Timing:
    view, times = tables.parse_view(table, params), []
    for _ in range(RUNS):
        async with read_session() as session:
            started_at = time.perf_counter()
            await tables.load_page(session, OWNER, table, view, cursor=cursor)
            times.append((time.perf_counter() - started_at) * 1000)
    # The first run fills the caches of the database and of SQLAlchemy.
    return Timing(name, statistics.median(times[1:]), max(times[1:]))


async def _find_deep_cursor(table: Table, params: dict[str, str]) -> str:
    """Return the cursor of the page in the middle of the table."""
    view = tables.parse_view(table, params)
    key = table.get_sort(view.sort).key
    order = [column.desc() if view.sort.startswith("-") else column for column in (key, table.id)]
    query = select(table.id, key).where(key.is_not(None)).order_by(*order)
    middle = SIZES.get(table.code.replace("audit-log", "audit_entries"), 0) // 2
    async with read_session() as session:
        row = (await session.execute(query.offset(middle).limit(1))).first()
    if row is None:
        return ""
    return tables.queries.encode_position(tables.Record(row[0], None, row[1]))


async def run(codes: Sequence[str]) -> None:
    for table in (state.table for state in TABLE_STATES):
        if codes and table.code not in codes:
            continue
        print(f"\n{table.code}")
        for timing in await measure(table):
            print(f"  {timing.name:<36}{timing.median:8.1f} ms{timing.slowest:10.1f} ms")
    await sessions.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="do not fill the database again")
    parser.add_argument("tables", nargs="*", help="the tables to measure, by default all")
    arguments = parser.parse_args()
    load_before = report.get_load_average()
    if not arguments.keep:
        started_at = time.monotonic()
        fill()
        print(f"Filled the database in {time.monotonic() - started_at:.0f} s")
    os.environ["DATABASE_URL"] = URL
    settings.cache_clear()
    print(report.describe_machine(report.get_database_name(URL), load_before))
    print("Median and slowest of each page of 50 rows:")
    asyncio.run(run(arguments.tables))


if __name__ == "__main__":
    main()
