"""The page of a search: tabs, filters and sort orders as links, and what the search has found."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.errors import Invalid
from community.core.read_models import ReadModel
from community.domain import search
from community.i18n import formats, gettext as _, noop

_FILTERS: Final = ("author", "community", "tag", "from", "to", "has_image")
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


class SearchParameters(ReadModel):
    """The parameters in the URL of the page."""

    type: str = ""
    author: str = ""
    community: str = ""
    tag: str = ""
    start: str = ""
    end: str = ""
    has_image: bool = False
    has_no_image: bool = False
    sort: str = ""


class SearchOverview(ReadModel):
    """What the page shows beside the rows."""

    q: str = ""
    url: str = urls.SEARCH  # the URL of the page without a cursor
    selected: SearchParameters = SearchParameters()  # the filters, the type and the order
    # The parameters that another query keeps, as pairs of a name and a value
    kept: list[tuple[str, str]] = []
    tabs: list[SearchLink] = []
    sorts: list[SearchLink] = []
    filters: list[SearchLink] = []
    has_filters: bool = True  # whether results of this type can be filtered and sorted
    feed_url: str = ""  # the URL of the Atom feed; empty if results of this type have none
    # The best users, communities and tags, above the first posts and comments
    names: list[search.SearchRow] = []
    total: int = 0
    has_more_than_total: bool = False
    # `correction`, `correction_url`: the query without typing errors. Empty if there is none.
    correction: str = ""
    correction_url: str = ""
    problem: str = ""  # why the search is not possible; empty if it is


async def get_search_page(
    session: AsyncSession, actor: Actor, params: Mapping[str, str], *, cursor: str = ""
) -> tuple[SearchOverview, Page[search.SearchRow]]:
    """Return what the page shows for the parameters of `search.clean_params`."""
    found = await search.get_results_page(session, actor, params, cursor=cursor)
    correction = found.correction
    update = {
        "names": found.names,
        "total": found.total,
        "has_more_than_total": found.has_more_than_total,
        "correction": correction,
        "correction_url": urls.search({**params, "q": correction}) if correction else "",
        "problem": found.problem,
    }
    return _build_overview(params).model_copy(update=update), found.rows


def _build_overview(params: Mapping[str, str]) -> SearchOverview:
    has_filters = params.get("type", "") in search.TEXT_TYPES
    return SearchOverview(
        q=params.get("q", ""),
        url=urls.search(params),
        selected=SearchParameters(
            **{name: params.get(name, "") for name in _TEXT_VALUES},
            start=params.get("from", ""),
            end=params.get("to", ""),
            has_image=params.get("has_image") == "1",
            has_no_image=params.get("has_image") == "0",
        ),
        kept=[(name, value) for name, value in params.items() if name != "q"],
        tabs=[_link(params, "type", code, _(label)) for code, label in _TABS.items()],
        sorts=[_link(params, "sort", code, _(label)) for code, label in _SORTS.items()],
        filters=[
            SearchLink(
                label=_describe_filter(name, params[name]),
                url=urls.search(_without(params, name)),
            )
            for name in _FILTERS
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
    return texts.get(name) or (_("With images") if value == "1" else _("Without images"))


def _format_time(value: str) -> str:
    """Return the date as the language writes it, or the value itself if it is no time."""
    try:
        time = search.parse_start(value)
    except Invalid:
        return value
    return formats.format_full_date(time) if time else value
