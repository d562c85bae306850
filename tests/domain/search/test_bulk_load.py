"""Checks that the benchmarks measure an index as the site itself would write it."""

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text

from community.core.db.sessions import read_session, unit_of_work
from community.core.settings import settings
from community.domain.search import NameKind, index_names
from community.domain.search.index import maintenance
from community.jobs import update_search_index
from tests.bench.bulk_load import load
from tests.bench.search_content import Size

TABLES = (
    "search_tokens ORDER BY 1",
    "search_documents ORDER BY id",
    "search_names WHERE kind <> 'tag' ORDER BY kind, target_id, word",
)


async def test_the_loaded_index_equals_the_one_that_the_site_writes(site: Path, db: None) -> None:
    indexes = await _list_indexes()
    size = Size(posts=20, authors=30, words=5_000)
    await asyncio.to_thread(load, settings().database_url, size)
    loaded = await _read_tables()
    assert [len(rows) for rows in loaded[:2]] == [60, 60]
    async with unit_of_work() as session:
        await maintenance.mark_batch_as_outdated(session, 0)
    await update_search_index.update_search_index()
    async with unit_of_work() as session:
        for kind in (NameKind.COMMUNITY, NameKind.POST, NameKind.USER):
            await index_names(session, kind)
    assert await _read_tables() == loaded
    assert await _list_indexes() == indexes


async def _read_tables() -> list[Any]:
    async with read_session() as session:
        columns = "rowid, *" if session.get_bind().dialect.name == "sqlite" else "*"
        names = [columns if table.startswith("search_tokens") else "*" for table in TABLES]
        return [
            (await session.execute(text(f"SELECT {name} FROM {table}"))).all()
            for name, table in zip(names, TABLES, strict=True)
        ]


async def _list_indexes() -> set[str | None]:
    async with read_session() as session:
        connection = await session.connection()
        return await connection.run_sync(
            lambda sync: {
                index["name"]
                for table in inspect(sync).get_table_names()
                for index in inspect(sync).get_indexes(table)
            }
        )
