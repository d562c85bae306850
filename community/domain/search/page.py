"""The page of a search: its results as rows, and its tabs, filters and sort orders as links."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db import pagination
from community.core.errors import DomainError, Invalid
from community.core.read_models import ReadModel
from community.domain.search.names import NAME_KINDS, search_for_names
from community.domain.search.query import MAX_QUERY_LENGTH, parse_end, parse_start
from community.domain.search.result_rows import SearchRow, build_row
from community.domain.search.results import search
from community.domain.search.schemas import SearchPage, SearchRequest, SearchSort, SearchType
from community.i18n import gettext as _
from community.i18n import noop
from community.i18n.formats import format_full_date

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
FILTERS: Final = ("author", "community", "tag", "from", "to", "has_image")
# Longer values match nothing.
MAX_FILTER_LENGTH: Final = 60
# Above the first posts and comments.
MAX_NAMES: Final = 3
TEXT_TYPES: Final = ("", "post", "comment")
_TEXT_VALUES: Final = ("type", "author", "community", "tag", "sort")
_TABS: Final = {
    "": noop("All"),
    "post": noop("Posts"),
    "comment": noop("Comments"),
    "user": noop("People"),
    "community": noop("Communities"),
    "tag": noop("Tags"),
}
_SORTS: Final = {
    "": noop("Relevance"),
    "new": noop("Newest"),
    "discussed": noop("Most discussed"),
}


class SearchLink(ReadModel):
    """A tab, a sort order, or a filter with the link that removes it."""

    label: str
    url: str
    is_current: bool = False


class SearchValues(ReadModel):
    """The parameters in the URL of the page."""

    type: str = ""
    author: str = ""
    community: str = ""
    tag: str = ""
    start: str = ""
    end: str = ""
    has_image: bool = False
    sort: str = ""


class SearchOverview(ReadModel):
    """What the page shows beside the rows."""

    q: str = ""
    url: str = urls.SEARCH  # the URL of the page without a cursor
    selected: SearchValues = SearchValues()  # the filters, the type and the order
    # The parameters that another query keeps, as pairs of a name and a value
    kept: list[tuple[str, str]] = []
    tabs: list[SearchLink] = []
    sorts: list[SearchLink] = []
    filters: list[SearchLink] = []
    has_filters: bool = True  # whether results of this type can be filtered and sorted
    feed_url: str = ""  # the URL of the Atom feed; empty if results of this type have none
    # The best users, communities and tags, above the first posts and comments
    names: list[SearchRow] = []
    total: int = 0
    has_more_than_total: bool = False
    # `correction`, `correction_url`: the query without typing errors. Empty if there is none.
    correction: str = ""
    correction_url: str = ""
    problem: str = ""  # why the search is not possible; empty if it is


def clean_params(values: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of the page in their order, without empty and unknown ones."""
    lengths = dict.fromkeys(PARAMS, MAX_FILTER_LENGTH) | {"q": MAX_QUERY_LENGTH}
    cleaned = {name: values.get(name, "").strip()[: lengths[name]] for name in PARAMS}
    if cleaned["type"] not in _TABS:
        cleaned["type"] = ""
    if cleaned["sort"] not in _SORTS:
        cleaned["sort"] = ""
    if cleaned["has_image"]:
        cleaned["has_image"] = "1"
    return {name: value for name, value in cleaned.items() if value}


async def get_results_page(
    session: AsyncSession, actor: Actor, params: Mapping[str, str], *, cursor: str = ""
) -> tuple[SearchOverview, pagination.Page[SearchRow]]:
    """Return what the page shows for the parameters of `clean_params`."""
    overview = _build_overview(params)
    if not params.get("q"):
        return overview, pagination.Page(items=[])
    try:
        request = _build_request(params)
        page = await search(session, actor, request, cursor=cursor or None)
    except DomainError as error:
        if isinstance(error, Invalid) and "cursor" in error.field_errors:
            raise
        return overview.model_copy(update={"problem": error.message}), pagination.Page(items=[])
    names = [] if params.get("type") or cursor else await _find_names(session, actor, request)
    correction = page.did_you_mean or ""
    update = {
        "names": names,
        "total": page.total,
        "has_more_than_total": page.has_more_than_total,
        "correction": correction,
        "correction_url": urls.search({**params, "q": correction}) if correction else "",
    }
    rows = [build_row(result) for result in page.items]
    return overview.model_copy(update=update), pagination.Page(
        items=rows, next_cursor=page.next_cursor
    )


async def get_newest_results(
    session: AsyncSession, actor: Actor, params: Mapping[str, str]
) -> SearchPage:
    """Return the newest posts and comments for the parameters of `clean_params`.

    Raise `Invalid` if the query contains nothing to look for, or a filter is invalid.
    """
    request = _build_request({"q": "", **params})
    return await search(session, actor, replace(request, sort=SearchSort.NEW))


def _build_overview(params: Mapping[str, str]) -> SearchOverview:
    has_filters = params.get("type", "") in TEXT_TYPES
    return SearchOverview(
        q=params.get("q", ""),
        url=urls.search(params),
        selected=SearchValues(
            **{name: params.get(name, "") for name in _TEXT_VALUES},
            start=params.get("from", ""),
            end=params.get("to", ""),
            has_image="has_image" in params,
        ),
        kept=[(name, value) for name, value in params.items() if name != "q"],
        tabs=[_link(params, "type", code, _(label)) for code, label in _TABS.items()],
        sorts=[_link(params, "sort", code, _(label)) for code, label in _SORTS.items()],
        filters=[
            SearchLink(
                label=_describe_filter(name, params[name]),
                url=urls.search(_without(params, name)),
            )
            for name in FILTERS
            if name in params
        ],
        has_filters=has_filters,
        feed_url=urls.search_feed(_without(params, "sort")) if has_filters else "",
    )


def _link(params: Mapping[str, str], name: str, value: str, label: str) -> SearchLink:
    url = urls.search({**params, name: value})
    return SearchLink(label=label, url=url, is_current=params.get(name, "") == value)


def _without(params: Mapping[str, str], name: str) -> dict[str, str]:
    return {other: value for other, value in params.items() if other != name}


def _describe_filter(name: str, value: str) -> str:
    texts = {
        "author": _("By {name}", name=f"@{value.removeprefix('@')}"),
        # Translators: a filter of search results.
        "community": _("In {name}", name=value),
        "tag": f"#{value.removeprefix('#')}",
        # Translators: a filter of search results: published since this date.
        "from": _("Since {date}", date=_format_time(value)),
        # Translators: a filter of search results: published until this date.
        "to": _("Until {date}", date=_format_time(value)),
    }
    return texts.get(name) or _("With images")


def _format_time(value: str) -> str:
    """Return the date as the language writes it, or the value itself if it is no time."""
    try:
        time = parse_start(value)
    except Invalid:
        return value
    return format_full_date(time) if time else value


def _build_request(params: Mapping[str, str]) -> SearchRequest:
    return SearchRequest(
        q=params["q"],
        type=SearchType(params["type"]) if "type" in params else None,
        author=params.get("author", "").removeprefix("@"),
        community=params.get("community", ""),
        tags=[tag] if (tag := params.get("tag", "").removeprefix("#")) else [],
        published_from=parse_start(params.get("from", "")),
        published_before=parse_end(params.get("to", "")),
        has_image=True if "has_image" in params else None,
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
