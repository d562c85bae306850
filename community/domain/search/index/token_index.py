"""The table of tokens: writes the tokens of texts, and finds the texts that have tokens.

SQLite has an FTS5 table, and PostgreSQL a `tsvector` with an index. Neither knows who may read a
text.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import CursorResult, TextClause, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

# How many texts share a token, as powers of two. A query looks for texts in ranges of ids, which
# are groups of the smallest size of which there are not too many.
GROUP_SIZES: Final = (11, 15, 18)
# How many groups a query of SQLite names.
MAX_GROUPS: Final = 4
# The same for PostgreSQL, which would read all hits in larger groups.
MAX_POSTGRESQL_GROUPS: Final = 16
# SQLite reads the lists of the tokens to their end if it finds no text. Up to so many entries, this
# takes no longer than reading the list of a group as well.
MAX_UNGROUPED: Final = 2_000_000
# If a range has few hits, the next one has so many times as many texts.
GROWTH: Final = 16

_MATCH: Final = "tokens @@ CAST(CAST(:match{} AS text) AS tsquery)"
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
# An estimate. The pages of each segment of the index are numbered in sequence, and the column
# `pgno` has twice the number of a page (https://www.sqlite.org/fts5.html#fts5_data_structures),
# which has 4,050 bytes. The tokens of all texts are as long as those of the newest. A row of
# `search_documents` has about 140 bytes with its indexes.
_SQLITE_SIZE: Final = text(
    """
WITH segments AS (
    SELECT max(pgno / 2) - min(pgno / 2) + 1 AS pages FROM search_tokens_idx GROUP BY segid
), newest AS (
    SELECT length(CAST(c0 AS blob)) AS bytes FROM search_tokens_content ORDER BY id DESC LIMIT 1000
)
SELECT CAST(
    (SELECT coalesce(sum(pages), 0) * 4050 FROM segments)
    + (SELECT count(*) FROM search_documents) * (SELECT coalesce(avg(bytes), 0) + 140 FROM newest)
AS integer)
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
_POSTGRESQL_SELECT: Final = """
WITH hits AS MATERIALIZED (SELECT document_id FROM search_tokens WHERE {})
SELECT document_id FROM hits WHERE document_id < :before AND document_id > :after
ORDER BY document_id DESC LIMIT :limit
"""
# A search by the id and the tokens would read the index again for each text.
_SQLITE_SELECT_AMONG: Final = text(
    """
SELECT rowid, CAST(tokens AS blob) FROM search_tokens
WHERE rowid IN (SELECT value FROM json_each(:ids))
"""
)
_POSTGRESQL_SELECT_AMONG: Final = """
SELECT document_id FROM search_tokens WHERE document_id = ANY(:ids) AND {}
"""


@dataclass(frozen=True, slots=True)
class TokenQuery:
    """Tokens that a text has, and combinations of tokens that it does not have."""

    required: tuple[str, ...]  # there is at least one
    # A text may have some, but not all tokens of one of these
    excluded: tuple[tuple[str, ...], ...] = field(default=())

    def with_tokens(self, *tokens: str) -> "TokenQuery":
        return TokenQuery((*self.required, *tokens), self.excluded)

    @property
    def tokens(self) -> list[str]:
        """All different tokens, also those of exclusions."""
        excluded = (token for tokens in self.excluded for token in tokens)
        return list(dict.fromkeys((*self.required, *excluded)))


class Scan(NamedTuple):
    """Which of the matching texts are looked for, and what is known of their number."""

    query: TokenQuery
    before: int  # only texts with lower ids are searched
    after: int  # only texts with higher ids are searched
    limit: int  # how many ids are enough
    last_id: int  # the highest id of a text
    max_share: float  # the share of the texts that have the rarest token
    # How many entries of the lists of the tokens there are on average for each text
    entries_per_text: float
    max_whole: int  # if about so many of all texts match, PostgreSQL reads all of them at once


class FoundIds(NamedTuple):
    ids: list[int]  # the highest first
    lowest: int  # all texts with this and higher ids have been searched


async def write_tokens(session: AsyncSession, document_id: int, tokens: Iterable[str]) -> None:
    all_tokens = [*tokens, *make_groups(document_id)]
    if _is_sqlite(session):
        values: dict[str, Any] = {"id": document_id, "tokens": " ".join(all_tokens)}
        await _execute(session, _SQLITE_WRITE, values)
    else:
        values = {"id": document_id, "tokens": all_tokens}
        await _execute(session, _POSTGRESQL_WRITE, values)


async def delete_tokens(session: AsyncSession, document_id: int) -> None:
    statement = _SQLITE_DELETE if _is_sqlite(session) else _POSTGRESQL_DELETE
    await _execute(session, statement, {"id": document_id})


async def list_newest_ids(session: AsyncSession, scan: Scan) -> FoundIds:
    """Return the highest ids of matching texts, at least `scan.limit`, if there are so many."""
    if not _is_sqlite(session):
        # A smaller range has fewer hits.
        size = max(2 << GROUP_SIZES[0], int(scan.limit / scan.max_share))
        return await _list_in_steps(session, scan, size)
    if scan.after > 0 and scan.before * scan.entries_per_text > MAX_UNGROUPED:
        return await _list_in_steps(session, scan, scan.before - scan.after)
    match = _to_sqlite(scan.query, ())
    values = {"match": match, "before": scan.before, "after": scan.after, "limit": scan.limit}
    ids = await _list_ids(session, _SQLITE_SELECT, values)
    return FoundIds(ids, scan.after + 1 if len(ids) < scan.limit else ids[-1])


async def _list_in_steps(session: AsyncSession, scan: Scan, size: int) -> FoundIds:
    """Read ranges of ids, the highest first, until there are enough hits.

    PostgreSQL reads all hits in a range before it sorts them, therefore a range is only as large as
    the share of the hits so far requires. If few of all texts match, it reads the whole rest
    without groups, with which it would compare each hit.

    Args:
        size: The number of ids in the first range.
    """
    is_sqlite = _is_sqlite(session)
    max_groups = MAX_GROUPS if is_sqlite else MAX_POSTGRESQL_GROUPS
    max_whole = 0 if is_sqlite else scan.max_whole
    upper, max_share, found = scan.before, scan.max_share, list[int]()
    while upper - 1 > scan.after and len(found) < scan.limit:
        if scan.after > 0 or max_share * scan.last_id > max_whole:
            groups, lower = _find_groups(upper, scan.after, size, max_groups)
            wanted = scan.limit - len(found)
        else:
            groups, lower = (), scan.after
            wanted = max(scan.limit, max_whole)
        values: dict[str, Any] = {"before": upper, "after": lower, "limit": wanted}
        if is_sqlite:
            values["match"] = _to_sqlite(scan.query, groups)
            ids = await _list_ids(session, _SQLITE_SELECT, values)
        else:
            ids = await _list_matching(session, _POSTGRESQL_SELECT, scan.query, groups, values)
        found += ids
        upper = lower + 1 if len(ids) < wanted else ids[-1]
        size *= GROWTH
        max_share = min(max_share, (len(found) + 1) / (scan.before - upper))
        if found:
            per_hit = (scan.before - upper) / len(found)
            size = min(size, int(1.25 * per_hit * (scan.limit - len(found))) + 1)
    return FoundIds(found, upper)


async def list_ids_among(
    session: AsyncSession, query: TokenQuery, ids: Collection[int]
) -> list[int]:
    """Return those of the texts that match, in the given order."""
    if _is_sqlite(session):
        rows = await _execute(session, _SQLITE_SELECT_AMONG, {"ids": str(list(ids))})
        matching = set(_find_matching(query, rows.all()))
    else:
        values = {"ids": list(ids)}
        matching = set(await _list_matching(session, _POSTGRESQL_SELECT_AMONG, query, (), values))
    return [document_id for document_id in ids if document_id in matching]


async def find_shares(
    session: AsyncSession, tokens: Sequence[str], last_id: int
) -> dict[str, float]:
    """Return the share of the newest texts that have each token.

    Counts the texts of the newest group that is complete, so that both databases return the same.

    Args:
        last_id: The id of the newest text.
    """
    if not tokens:
        return {}
    bits = GROUP_SIZES[0]
    first_id = max(0, ((last_id + 1) >> bits) - 1) << bits
    size = min(1 << bits, last_id + 1 - first_id)
    is_sqlite = _is_sqlite(session)
    values: dict[str, Any] = {"first": first_id, "last": first_id + size - 1}
    if not is_sqlite:
        values = {"group": _quote_for_postgresql(_make_group(first_id, bits))}
    for number, token in enumerate(tokens):
        quote = _quote_for_sqlite if is_sqlite else _quote_for_postgresql
        values[f"match{number}"] = quote(token)
    statement = _build_counts(len(tokens), is_sqlite=is_sqlite)
    counts = (await _execute(session, statement, values)).one()
    return {token: count / size for token, count in zip(tokens, counts, strict=True)}


async def get_size(session: AsyncSession) -> int:
    """Return the size of the tables of the index in bytes, which is an estimate on SQLite.

    SQLite would have to read the whole index to find its size.
    """
    if _is_sqlite(session):
        size: int = (await _execute(session, _SQLITE_SIZE, {})).scalar_one()
        return size
    tables = ("search_documents", "search_tokens")
    sizes = (func.pg_total_relation_size(table) for table in tables)
    return sum([await session.scalar(select(size)) or 0 for size in sizes])


def make_groups(document_id: int) -> list[str]:
    return [_make_group(document_id, size) for size in GROUP_SIZES]


def _make_group(document_id: int, size: int) -> str:
    return f"g{size}:{max(document_id, 0) >> size}"


def _find_groups(
    before: int, after: int, size: int, max_groups: int
) -> tuple[tuple[str, ...], int]:
    """Return the groups of at most about `size` texts before an id, and the id below these.

    There are no groups if the texts would be in too many, and all other texts are also searched.
    """
    last_id = before - 1
    lower = max(after, last_id - size)
    for bits in GROUP_SIZES:
        first, last = max(lower + 1, 0) >> bits, last_id >> bits
        # The whole of a larger group may be many more texts than the range.
        if last - first < 2 * max_groups:
            break
    else:
        if after <= 0:
            return (), after
    first = max(first, last - max_groups + 1)
    lower = max(after, (first << bits) - 1)
    return tuple(f"g{bits}:{number}" for number in range(first, last + 1)), lower


@cache
def _build_counts(size: int, *, is_sqlite: bool) -> TextClause:
    condition = "search_tokens MATCH :match{0} AND rowid BETWEEN :first AND :last"
    if not is_sqlite:
        condition = f"{_MATCH} AND tokens @@ CAST(CAST(:group AS text) AS tsquery)"
    count = f"(SELECT count(*) FROM search_tokens WHERE {condition})"  # noqa: S608
    return text(f"SELECT {', '.join(map(count.format, range(size)))}")


def _find_matching(query: TokenQuery, rows: Iterable[Sequence[Any]]) -> Iterator[int]:
    """Yield the ids of the texts whose tokens match.

    Searching bytes takes two thirds of the time of `instr` of SQLite.
    """
    required = [f" {token} ".encode() for token in query.required]
    excluded = [[f" {token} ".encode() for token in tokens] for tokens in query.excluded]
    for document_id, stored in rows:
        tokens = b" " + stored + b" "
        if all(map(tokens.__contains__, required)) and not any(
            all(map(tokens.__contains__, one)) for one in excluded
        ):
            yield document_id


def _to_sqlite(query: TokenQuery, groups: Collection[str]) -> str:
    expression = " AND ".join(map(_quote_for_sqlite, query.required))
    if groups:
        expression += f" AND ({' OR '.join(map(_quote_for_sqlite, groups))})"
    for tokens in query.excluded:
        expression = f"({expression}) NOT ({' AND '.join(map(_quote_for_sqlite, tokens))})"
    return expression


def _quote_for_sqlite(token: str) -> str:
    return '"' + token.replace('"', "") + '"'


def _to_postgresql(query: TokenQuery, groups: Collection[str]) -> list[str]:
    """Return conditions that a text meets together.

    PostgreSQL skips the parts of the lists that are not in those of all conditions. Inside one
    condition, it reads a whole list, and compares the others for each text.
    """
    first, *others = map(_quote_for_postgresql, query.required)
    # An exclusion alone would read all texts.
    exclusions = [f"!({' & '.join(map(_quote_for_postgresql, one))})" for one in query.excluded]
    conditions = [" & ".join((first, *exclusions)), *others]
    if groups:
        conditions.append(" | ".join(map(_quote_for_postgresql, groups)))
    return conditions


def _quote_for_postgresql(token: str) -> str:
    return "'" + token.replace("'", "").replace("\\", "") + "'"


def _is_sqlite(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "sqlite"


async def _execute(
    session: AsyncSession, statement: TextClause, values: dict[str, Any]
) -> CursorResult[Any]:
    return await (await session.connection()).execute(statement, values)


async def _list_matching(
    session: AsyncSession,
    statement: str,
    query: TokenQuery,
    groups: Collection[str],
    values: dict[str, Any],
) -> list[int]:
    matches = _to_postgresql(query, groups)
    values |= {f"match{number}": match for number, match in enumerate(matches)}
    return await _list_ids(session, _add_matches(statement, len(matches)), values)


@cache
def _add_matches(statement: str, count: int) -> TextClause:
    matches = (_MATCH.format(number) for number in range(count))
    return text(statement.format(" AND ".join(matches)))


async def _list_ids(
    session: AsyncSession, statement: TextClause, values: dict[str, Any]
) -> list[int]:
    return [row[0] for row in (await _execute(session, statement, values)).all()]
