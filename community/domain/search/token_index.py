"""The table of tokens: writes the tokens of texts, and finds the texts that have tokens.

SQLite has an FTS5 table, and PostgreSQL a `tsvector` with an index. Neither knows who may read a
text.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import TextClause, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

# How many texts share a token, as powers of two. A query of PostgreSQL looks for the newest texts
# in the last two groups of the first size, then of the next sizes, then in all texts.
GROUP_SIZES: Final = (11, 15, 18)

_SQLITE_WRITE: Final = text(
    "INSERT OR REPLACE INTO search_tokens (rowid, tokens) VALUES (:id, :tokens)"
)
_SQLITE_DELETE: Final = text("DELETE FROM search_tokens WHERE rowid = :id")
_POSTGRESQL_DELETE: Final = text("DELETE FROM search_tokens WHERE document_id = :id")
_POSTGRESQL_WRITE: Final = text(
    """
INSERT INTO search_tokens (document_id, tokens) VALUES (:id, array_to_tsvector(:tokens))
ON CONFLICT (document_id) DO UPDATE SET tokens = excluded.tokens
"""
)
_SQLITE_SELECT: Final = text(
    """
SELECT rowid FROM search_tokens
WHERE search_tokens MATCH :match AND rowid < :before AND rowid > :after
ORDER BY rowid DESC LIMIT :limit
"""
)
# MATERIALIZED, because otherwise PostgreSQL may read all texts in the order of their ids.
_POSTGRESQL_SELECT: Final = text(
    """
WITH hits AS MATERIALIZED (
    SELECT document_id FROM search_tokens WHERE tokens @@ CAST(CAST(:match AS text) AS tsquery)
)
SELECT document_id FROM hits WHERE document_id < :before AND document_id > :after
ORDER BY document_id DESC LIMIT :limit
"""
)
_SQLITE_SELECT_AMONG: Final = text(
    """
SELECT rowid FROM search_tokens
WHERE search_tokens MATCH :match AND rowid IN (SELECT value FROM json_each(:ids))
"""
)
_POSTGRESQL_SELECT_AMONG: Final = text(
    """
SELECT document_id FROM search_tokens
WHERE document_id = ANY(:ids) AND tokens @@ CAST(CAST(:match AS text) AS tsquery)
"""
)


@dataclass(frozen=True, slots=True)
class TokenQuery:
    """Tokens that a text has, and combinations of tokens that it does not have.

    Attributes:
        required: There is at least one.
        excluded: A text may have some, but not all tokens of one of these.
    """

    required: tuple[str, ...]
    excluded: tuple[tuple[str, ...], ...] = field(default=())

    def with_tokens(self, *tokens: str) -> "TokenQuery":
        return TokenQuery((*self.required, *tokens), self.excluded)


async def write_tokens(session: AsyncSession, document_id: int, tokens: Iterable[str]) -> None:
    """Replace the tokens of a text."""
    if _is_sqlite(session):
        values: dict[str, Any] = {"id": document_id, "tokens": " ".join(tokens)}
        await _execute(session, _SQLITE_WRITE, values)
    else:
        groups = [make_group(document_id, size) for size in GROUP_SIZES]
        values = {"id": document_id, "tokens": [*tokens, *groups]}
        await _execute(session, _POSTGRESQL_WRITE, values)


async def delete_tokens(session: AsyncSession, document_id: int) -> None:
    statement = _SQLITE_DELETE if _is_sqlite(session) else _POSTGRESQL_DELETE
    await _execute(session, statement, {"id": document_id})


async def list_newest_ids(
    session: AsyncSession, query: TokenQuery, *, before: int, after: int, limit: int
) -> list[int]:
    """Return the highest ids of matching texts between two ids, the highest first."""
    values: dict[str, Any] = {"before": before, "after": after, "limit": limit}
    if _is_sqlite(session):
        return await _list_ids(session, _SQLITE_SELECT, values | {"match": _to_sqlite(query)})
    for groups in _iter_groups(before, after):
        values["match"] = _to_postgresql(query, groups)
        ids = await _list_ids(session, _POSTGRESQL_SELECT, values)
        if len(ids) == limit or not groups:
            return ids
    raise AssertionError("the last step has no groups")


async def list_ids_among(
    session: AsyncSession, query: TokenQuery, ids: Collection[int]
) -> list[int]:
    """Return those of the texts that match."""
    if _is_sqlite(session):
        values: dict[str, Any] = {"match": _to_sqlite(query), "ids": str(list(ids))}
        return await _list_ids(session, _SQLITE_SELECT_AMONG, values)
    values = {"match": _to_postgresql(query, ()), "ids": list(ids)}
    return await _list_ids(session, _POSTGRESQL_SELECT_AMONG, values)


async def get_size(session: AsyncSession) -> int | None:
    """Return the size of the tables of the index in bytes, or None on SQLite."""
    if _is_sqlite(session):
        return None
    tables = ("search_documents", "search_tokens")
    sizes = (func.pg_total_relation_size(table) for table in tables)
    return sum([await session.scalar(select(size)) or 0 for size in sizes])


def make_group(document_id: int, size: int) -> str:
    return f"g{size}:{max(document_id, 0) >> size}"


def _iter_groups(before: int, after: int) -> Iterator[tuple[str, ...]]:
    """Yield the last two groups of each size that are smaller than the range, then nothing."""
    last_id = before - 1
    for size in GROUP_SIZES:
        if last_id - after > 1 << size:
            yield tuple(
                dict.fromkeys((make_group(last_id, size), make_group(last_id - (1 << size), size)))
            )
    yield ()


def _to_sqlite(query: TokenQuery) -> str:
    expression = " AND ".join(map(_quote_for_sqlite, query.required))
    for tokens in query.excluded:
        expression = f"({expression}) NOT ({' AND '.join(map(_quote_for_sqlite, tokens))})"
    return expression


def _quote_for_sqlite(token: str) -> str:
    return '"' + token.replace('"', "") + '"'


def _to_postgresql(query: TokenQuery, groups: Collection[str]) -> str:
    parts = list(map(_quote_for_postgresql, query.required))
    parts += [f"!({' & '.join(map(_quote_for_postgresql, one))})" for one in query.excluded]
    if groups:
        parts.append(f"({' | '.join(map(_quote_for_postgresql, groups))})")
    return " & ".join(parts)


def _quote_for_postgresql(token: str) -> str:
    return "'" + token.replace("'", "").replace("\\", "") + "'"


def _is_sqlite(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "sqlite"


async def _execute(session: AsyncSession, statement: TextClause, values: dict[str, Any]) -> None:
    await (await session.connection()).execute(statement, values)


async def _list_ids(
    session: AsyncSession, statement: TextClause, values: dict[str, Any]
) -> list[int]:
    rows = await (await session.connection()).execute(statement, values)
    return [row[0] for row in rows.all()]
