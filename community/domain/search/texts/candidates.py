"""Finds the texts that a search may show, as windows of bounded size, in any order.

The windows contain the newest hits, those with the words in the title, and those with many
reactions or comments. Each is joined with what the actor may read now, so that a hidden text cannot
be found, whatever the index contains.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    case,
    cast,
    extract,
    func,
    literal,
    or_,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.statements import is_one_of, is_one_of_parameter
from community.domain.search.index import TokenQuery, token_index, tokens
from community.domain.search.schemas import SearchSort
from community.domain.search.texts.conditions import TextConditions
from community.domain.search.texts.hits import Hits, estimate_share
from community.models import Comment, Post, SearchDocument
from community.models.search import is_late, is_moved

WINDOW: Final = 300
# Those with all words in the title come first, so that more of them compete.
TITLE_WINDOW: Final = 500
POPULAR_WINDOW: Final = 200
# If about so many texts have all words in the title, they are searched first, because they precede
# all others.
MANY_TITLES: Final = 2 * TITLE_WINDOW
# How many entries of the lists of tokens the windows after the first one may read, each.
MAX_SCANNED: Final = 100_000
# If the tokens have at most so many texts, the best of them are found by their rows.
MAX_LISTED: Final = 800
# Of the texts that reach a level, about an eighth reaches the next one.
LEVEL_RATIO: Final = 8
# If many hits are hidden, more of them are read at once.
MAX_BATCH: Final = 5_000
# How many late or moved documents are searched one by one. There are few, except after an import.
MAX_UNORDERED: Final = 20_000


class Candidate(NamedTuple):
    """A text that a search may show. The attributes are those of `SearchDocument`."""

    id: int
    post_id: int
    comment_id: int | None
    published_at: int  # in whole seconds since 1970, because creating hundreds of times takes long
    title_stems: str
    words_count: int
    reactions_count: int
    comments_count: int


@dataclass(slots=True)
class Candidates:
    """The candidates by id. If not `is_complete`, more texts match than were read."""

    rows: dict[int, Candidate]
    is_complete: bool

    def add(self, rows: Collection[Candidate]) -> None:
        self.rows.update((row.id, row) for row in rows)


class _Match(NamedTuple):
    """Tokens, and about how many texts have them."""

    query: TokenQuery
    shares: Mapping[str, float]  # the share of the texts that have each token
    total: float


async def find_candidates(
    session: AsyncSession, conditions: TextConditions, sort: SearchSort
) -> Candidates:
    """Return the texts among which the first results are, in the order of `sort`."""
    if sort is SearchSort.NEW:
        return await find_newest(session, conditions, limit=WINDOW)
    titles, in_title = _match_titles(conditions), Candidates({}, is_complete=False)
    has_many_titles = sort is SearchSort.RELEVANCE and titles.total >= MANY_TITLES
    if has_many_titles:
        in_title = await _find_in_title(session, conditions, titles, {})
        if len(in_title.rows) > TITLE_WINDOW:
            in_title.add(await _find_unordered(session, conditions, None))
            await _add_popular(session, conditions, titles, "reactions", in_title)
            return in_title
    hits = Hits(session, conditions, conditions.tokens_with_kind, batch=WINDOW + 1)
    found = await _take_visible(session, conditions, hits, WINDOW, known=in_title.rows)
    found.add(await _find_unordered(session, conditions, None))
    if found.is_complete:
        return found
    found.add(in_title.rows.values())
    counter = "comments" if sort is SearchSort.DISCUSSED else "reactions"
    before = hits.next if hits.is_taken else None
    if before is None and await _read_few(hits):
        others = [document_id for document_id in hits.ids if document_id not in found.rows]
        await _add_best_of(session, conditions, others, counter, found)
        if hits.is_complete:
            return found
        before = hits.next
    texts = _Match(conditions.tokens, conditions.shares, hits.estimate_total())
    await _add_popular(session, conditions, texts, counter, found, before=before)
    if sort is SearchSort.RELEVANCE and conditions.may_be_in_title and not has_many_titles:
        in_title = await _find_in_title(session, conditions, titles, found.rows, before=before)
        found.add(in_title.rows.values())
    return found


async def _read_few(hits: Hits) -> bool:
    """Read the rest of the hits if there are few, and return whether there are.

    PostgreSQL may already have read more of them than SQLite, which must not change the results.
    """
    if hits.estimate_total() > MAX_LISTED:
        return False
    await hits.read_up_to(MAX_LISTED + 1)
    return hits.is_read and len(hits.ids) <= MAX_LISTED


def _match_titles(conditions: TextConditions) -> _Match:
    """Return how texts with all words in the title are found.

    Their total is 0 if they must meet other conditions, with which there may be few.
    """
    query, shares = conditions.title_tokens, conditions.title_shares
    if conditions.has_filters or not conditions.may_be_in_title:
        return _Match(query, shares, 0.0)
    return _Match(query, shares, estimate_share(query, shares) * conditions.last_id)


async def find_newest(
    session: AsyncSession, conditions: TextConditions, *, limit: int, before: int | None = None
) -> Candidates:
    """Return the visible hits with the highest ids, below the id `before`."""
    query = conditions.tokens_with_kind
    hits = Hits(session, conditions, query, batch=limit + 1, before=before)
    found = await _take_visible(session, conditions, hits, limit)
    found.add(await _find_unordered(session, conditions, before))
    return found


async def _take_visible(
    session: AsyncSession,
    conditions: TextConditions,
    hits: Hits,
    limit: int,
    *,
    known: Mapping[int, Candidate] | None = None,
    factor: int = 1,
) -> Candidates:
    """Return the visible hits with the highest ids.

    Args:
        known: Candidates that are not loaded again.
        factor: How many hits are read at first for each one that may be visible.
    """
    known = known or {}
    found = Candidates({}, is_complete=False)
    while len(found.rows) <= limit:
        ids = await hits.take(min(factor * (limit + 1 - len(found.rows)), MAX_BATCH))
        found.add([known[document_id] for document_id in ids if document_id in known])
        unknown = [document_id for document_id in ids if document_id not in known]
        found.add(await _load_visible(session, conditions, unknown))
        if hits.is_taken:
            found.is_complete = hits.is_complete
            break
        factor *= 2
    return found


async def _find_in_title(
    session: AsyncSession,
    conditions: TextConditions,
    titles: _Match,
    known: Mapping[int, Candidate],
    *,
    before: int | None = None,
) -> Candidates:
    hits = Hits(
        session,
        conditions,
        titles.query,
        batch=TITLE_WINDOW + 1,
        before=before,
        shares=titles.shares,
        max_scanned=MAX_SCANNED,
    )
    return await _take_visible(session, conditions, hits, TITLE_WINDOW, known=known)


async def _add_popular(
    session: AsyncSession,
    conditions: TextConditions,
    texts: _Match,
    counter: str,
    found: Candidates,
    *,
    before: int | None = None,
) -> None:
    """Add those below the id `before` that reach the highest of the levels that enough reach.

    Higher levels than those that enough texts may reach are not searched, because the databases
    read the whole index of the words to find few texts.
    """
    first = int(math.log(max(texts.total / POPULAR_WINDOW, 1), LEVEL_RATIO))
    for level in range(min(max(first, 1), len(tokens.LEVELS)), 0, -1):
        token = tokens.make_level_token(counter, level)
        hits = Hits(
            session,
            conditions,
            texts.query.with_tokens(token),
            batch=POPULAR_WINDOW + 1,
            before=before,
            shares={**texts.shares, token: LEVEL_RATIO**-level},
            max_scanned=MAX_SCANNED,
        )
        popular = await _take_visible(
            *(session, conditions, hits, POPULAR_WINDOW),
            known=found.rows,
            factor=conditions.hits_per_text_of_kind,
        )
        found.add(popular.rows.values())
        if not popular.is_complete:
            break


async def _add_best_of(
    session: AsyncSession,
    conditions: TextConditions,
    ids: Collection[int],
    counter: str,
    found: Candidates,
) -> None:
    """Add those of other hits that have many reactions or comments, or all words in the title."""
    document = SearchDocument
    level = col(document.comments_level if counter == "comments" else document.reactions_level)
    title = literal(" ") + col(document.title_stems) + " "
    is_in_title = and_(*(title.contains(f" {stem} ") for stem in conditions.stems))
    query: Any = select(document.id, is_in_title).where(
        is_one_of(col(document.id), ids), or_(level > 0, is_in_title)
    )
    rows = (await session.execute(query.order_by(level.desc(), col(document.id).desc()))).all()
    popular = [row[0] for row in rows][:POPULAR_WINDOW]
    in_title = [row[0] for row in rows if row[1]][:TITLE_WINDOW]
    best = list(dict.fromkeys((*popular, *in_title)))
    found.add(await _load_visible(session, conditions, best))


async def _find_unordered(
    session: AsyncSession, conditions: TextConditions, before: int | None
) -> list[Candidate]:
    """Return the hits that `_find_in_order` may miss.

    These are late documents that were published in time, and comments on posts that have just moved
    to the community or got the tags.
    """
    document_id = col(SearchDocument.id)
    rows: list[Candidate] = []
    is_below = [] if before is None else [document_id < before]
    if conditions.period is not None:
        where = (is_late, conditions.period, *is_below)
        # In the order of the index, because SQLite reads all documents for another order.
        newest = col(SearchDocument.published_at).desc()
        rows += await _find_among(session, conditions, where, newest, conditions.tokens)
    if conditions.post_tokens:
        where = (is_moved, *is_below)
        own = conditions.post_tokens
        others = tuple(token for token in conditions.tokens.required if token not in own)
        query = TokenQuery(others, conditions.tokens.excluded)
        rows += await _find_among(session, conditions, where, document_id.desc(), query)
    return rows


async def _find_among(
    session: AsyncSession,
    conditions: TextConditions,
    where: Sequence[ColumnElement[bool]],
    order: ColumnElement[Any],
    query: TokenQuery,
) -> list[Candidate]:
    newest = select(SearchDocument.id).where(*where).order_by(order)
    ids = list(await session.scalars(newest.limit(MAX_UNORDERED)))
    if ids and query.required:
        ids = await token_index.list_ids_among(session, query, ids)
    return await _load_visible(session, conditions, ids)


async def _load_visible(
    session: AsyncSession, conditions: TextConditions, ids: Collection[int]
) -> list[Candidate]:
    if not ids:
        return []
    if not conditions.queries:
        # Building the query takes longer than running it, and each window needs it.
        is_sqlite = session.get_bind().dialect.name == "sqlite"
        query = _select_candidates(is_sqlite=is_sqlite).where(*conditions.row)
        conditions.queries.append(
            query if conditions.period is None else query.where(conditions.period)
        )
    connection = await session.connection()
    rows = await connection.execute(conditions.queries[0], {"ids": list(ids)})
    return list(map(Candidate._make, rows.all()))


def _select_candidates(*, is_sqlite: bool) -> Select[Any]:
    is_comment = col(SearchDocument.comment_id).is_not(None)
    columns: tuple[Any, ...] = (
        SearchDocument.id,
        SearchDocument.post_id,
        SearchDocument.comment_id,
        _build_seconds(col(SearchDocument.published_at), is_sqlite=is_sqlite),
        SearchDocument.title_stems,
        SearchDocument.words_count,
        case((is_comment, col(Comment.reactions_count)), else_=col(Post.reactions_count)),
        case((is_comment, col(Comment.descendants_count)), else_=col(Post.comments_count)),
    )
    query: Any = select(*columns).where(is_one_of_parameter(col(SearchDocument.id), "ids"))
    return query.join(  # type: ignore[no-any-return]
        Post, col(Post.id) == col(SearchDocument.post_id)
    ).outerjoin(Comment, col(Comment.id) == col(SearchDocument.comment_id))


def _build_seconds(time: Any, *, is_sqlite: bool) -> ColumnElement[int]:
    """Return the SQL expression of a time in whole seconds since 1970."""
    if is_sqlite:
        return cast(func.strftime("%s", time), BigInteger)
    return cast(func.floor(extract("epoch", time)), BigInteger)
