"""Searches with the query parameters of a URL, for the page of a search and its Atom feed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db import pagination
from community.core.errors import DomainError, Invalid
from community.domain.search.names import NAME_KINDS, search_for_names
from community.domain.search.query import MAX_QUERY_LENGTH, parse_end, parse_start
from community.domain.search.result_rows import SearchRow, build_row
from community.domain.search.results import search
from community.domain.search.schemas import SearchPage, SearchRequest, SearchSort, SearchType

# The query parameters of the page, except the cursor.
PARAMS: Final = (
    "q",
    "type",
    "author",
    "community",
    "tag",
    "from",
    "to",
    "has_image",
    "sort",
)
# Longer values match nothing.
MAX_FILTER_LENGTH: Final = 60
# Above the first posts and comments.
MAX_NAMES: Final = 3
TEXT_TYPES: Final = ("", "post", "comment")
_TYPES: Final = (*TEXT_TYPES, *NAME_KINDS)
_SORTS: Final = ("", "new", "discussed")
# The values of `has_image` that the JSON API accepts, too, and how links contain them.
_FLAGS: Final = {
    **dict.fromkeys(("1", "true", "yes", "on", "y", "t"), "1"),
    **dict.fromkeys(("0", "false", "no", "off", "n", "f"), "0"),
}


@dataclass(frozen=True, slots=True)
class ResultsPage:
    rows: pagination.Page[SearchRow] = field(default_factory=lambda: pagination.Page(items=[]))
    # The best users, communities and tags, for the page with the first posts and comments
    names: list[SearchRow] = field(default_factory=list)
    total: int = 0
    has_more_than_total: bool = False
    correction: str = ""  # the query without typing errors; empty if there is none
    problem: str = ""  # why the search is not possible; empty if it is


def clean_params(values: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of the search page in the order of `PARAMS`.

    Values are shortened. Empty values and unknown types, orders and values of `has_image` are left
    out.
    """
    lengths = dict.fromkeys(PARAMS, MAX_FILTER_LENGTH) | {"q": MAX_QUERY_LENGTH}
    cleaned = {name: values.get(name, "").strip()[: lengths[name]] for name in PARAMS}
    if cleaned["type"] not in _TYPES:
        cleaned["type"] = ""
    if cleaned["sort"] not in _SORTS:
        cleaned["sort"] = ""
    cleaned["has_image"] = _FLAGS.get(cleaned["has_image"].lower(), "")
    return {name: value for name, value in cleaned.items() if value}


async def get_results_page(
    session: AsyncSession, actor: Actor, params: Mapping[str, str], *, cursor: str = ""
) -> ResultsPage:
    """Return the results for the parameters of `clean_params`.

    Raise `Invalid` if the cursor is not valid.
    """
    if not params.get("q"):
        return ResultsPage()
    try:
        request = _build_request(params)
        page = await search(session, actor, request, cursor=cursor or None)
    except DomainError as error:
        if isinstance(error, Invalid) and "cursor" in error.field_errors:
            raise
        return ResultsPage(problem=error.message)
    return ResultsPage(
        rows=pagination.Page(
            items=[build_row(result) for result in page.items], next_cursor=page.next_cursor
        ),
        names=[] if params.get("type") or cursor else await _find_names(session, actor, request),
        total=page.total,
        has_more_than_total=page.has_more_than_total,
        correction=page.did_you_mean or "",
    )


async def get_newest_results(
    session: AsyncSession, actor: Actor, params: Mapping[str, str]
) -> SearchPage:
    """Return the newest posts and comments for the parameters of `clean_params`.

    Raise `Invalid` if the query contains nothing to look for, or a filter is invalid.
    """
    request = _build_request({"q": "", **params})
    return await search(session, actor, replace(request, sort=SearchSort.NEW))


def _build_request(params: Mapping[str, str]) -> SearchRequest:
    return SearchRequest(
        q=params["q"],
        type=SearchType(params["type"]) if "type" in params else None,
        author=params.get("author", "").removeprefix("@"),
        community=params.get("community", ""),
        tags=[tag] if (tag := params.get("tag", "").removeprefix("#")) else [],
        published_from=parse_start(params.get("from", "")),
        published_before=parse_end(params.get("to", "")),
        has_image=params["has_image"] == "1" if "has_image" in params else None,
        sort=SearchSort(params.get("sort", "relevance")),
    )


async def _find_names(
    session: AsyncSession, actor: Actor, request: SearchRequest
) -> list[SearchRow]:
    rows: list[SearchRow] = []
    for kind in NAME_KINDS:
        named = SearchRequest(q=request.q, type=kind)
        page = await search_for_names(session, actor, named, cursor=None, limit=1)
        rows += [build_row(result) for result in page.items if result.matches]
    return rows[:MAX_NAMES]
