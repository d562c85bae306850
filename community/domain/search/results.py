"""Searches posts and comments, and users, communities and tags by their names."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db import pagination
from community.domain.search import texts
from community.domain.search.names import NAME_KINDS, find_correction, search_for_names
from community.domain.search.query import SearchQuery, parse_query
from community.domain.search.schemas import SearchPage, SearchRequest, SearchSort
from community.domain.search.texts import phrases
from community.i18n import gettext as _

# A number that no sort key exceeds.
_FIRST: Final = float(2**62)


@dataclass(frozen=True, slots=True)
class _Position:
    """What a cursor contains: the last result of a page, and what the other pages share."""

    sort: str
    now: datetime  # the time of the first page, so that the scores are the same on all pages
    total: int
    has_more: int
    key: float
    id: int

    @property
    def place(self) -> tuple[float, int]:
        return self.key, self.id


async def search(
    session: AsyncSession,
    actor: Actor,
    request: SearchRequest,
    *,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> SearchPage:
    """Return one page of what the actor may read and the query finds.

    Texts by authors whom the actor ignores are left out, and comments on their posts. If nothing is
    found, the page contains a query without typing errors, if that one finds something. Raise
    `Invalid` if the query is too long, contains nothing to look for (for example only exclusions),
    or the cursor belongs to another search.
    """
    find = search_for_names if request.type in NAME_KINDS else _search_texts
    if not parse_query(request.q):
        raise errors.Invalid.for_field("q", _("Enter a word to search for."))
    page = await find(session, actor, request, cursor, limit)
    if page.items or cursor is not None:
        return page
    correction = await find_correction(session, actor, request.q)
    if correction is None:
        return page
    corrected = replace(request, q=correction)
    has_results = (await find(session, actor, corrected, None, 1)).items
    return page.model_copy(update={"did_you_mean": correction}) if has_results else page


async def _search_texts(
    session: AsyncSession, actor: Actor, request: SearchRequest, cursor: str | None, limit: int
) -> SearchPage:
    query = parse_query(request.q)
    position = _decode(cursor, request.sort)
    conditions = await texts.find_conditions(session, actor, request, query)
    if conditions is None:
        return SearchPage()
    ranked, page = await _rank(session, conditions, request.sort, position, limit)
    chosen, last = await phrases.take_matching(session, query, ranked, limit)
    items = await texts.build_results(session, actor, chosen, list_query_stems(query))
    next_cursor = None
    if last is not None:
        key = _get_key(last, conditions.stems, request.sort, page.now.timestamp())
        next_cursor = _encode(page, key, last.id)
    return SearchPage(
        items=items,
        next_cursor=next_cursor,
        total=page.total,
        has_more_than_total=bool(page.has_more),
    )


def list_query_stems(query: SearchQuery) -> list[str]:
    return list(dict.fromkeys(stem for phrase in query.phrases for stem in phrase))


async def _rank(
    session: AsyncSession,
    conditions: texts.TextConditions,
    sort: SearchSort,
    position: _Position | None,
    limit: int,
) -> tuple[list[texts.Candidate], _Position]:
    """Return the candidates after a position in their order, and what all pages share."""
    if position is not None and sort is SearchSort.NEW:
        size = texts.WINDOW if phrases.must_check(conditions.phrases) else limit
        found = await texts.find_newest(session, conditions, limit=size, before=position.id)
    else:
        found = await texts.find_candidates(session, conditions, sort)
    if position is None:
        count = len(found.rows)
        total = min(count, texts.WINDOW)
        has_more = int(count > total or not found.is_complete)
        position = _Position(sort.value, clock.now(), total, has_more, _FIRST, 0)
    stems, now = frozenset(conditions.stems), position.now.timestamp()
    keys = {row.id: (_get_key(row, stems, sort, now), row.id) for row in found.rows.values()}
    ranked = sorted(found.rows.values(), key=lambda row: keys[row.id], reverse=True)
    return [row for row in ranked if keys[row.id] < position.place], position


def _get_key(row: texts.Candidate, stems: Collection[str], sort: SearchSort, now: float) -> float:
    if sort is SearchSort.RELEVANCE:
        return texts.compute_score(row, stems, now)
    return float(row.id if sort is SearchSort.NEW else row.comments_count)


def _decode(cursor: str | None, sort: SearchSort) -> _Position | None:
    parts = pagination.decode_cursor(cursor, str, datetime, int, int, float, int)
    if parts is None:
        return None
    position = _Position(*parts)
    if position.sort != sort.value:
        message = _("This link is no longer valid. Start from the first page.")
        raise errors.Invalid.for_field("cursor", message)
    return position


def _encode(position: _Position, key: float, last_id: int) -> str:
    return pagination.encode_cursor(
        position.sort, position.now, position.total, position.has_more, key, last_id
    )
