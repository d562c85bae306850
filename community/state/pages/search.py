"""State of the page of a search."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core import clock
from community.core.errors import DomainError, Invalid
from community.domain import search
from community.domain.search import MAX_QUERY_LENGTH, Suggestions
from community.reflex_adapter.events import BaseState
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.search_page import SearchOverview, get_search_page
from community.state.runtime import forms, location
from community.state.runtime.actions import run_query
from community.state.runtime.lists import SearchListPage, build_list_page
from community.state.runtime.location import Cursor
from community.state.runtime.policy import public


class FilterFormData(BaseModel):
    """The form with the filters. Its names are those of the parameters in the URL."""

    model_config = {"extra": "ignore"}

    q: str = Field("", max_length=1_000)
    type: str = Field("", max_length=20)
    sort: str = Field("", max_length=20)
    author: str = Field("", max_length=200)
    community: str = Field("", max_length=200)
    tag: str = Field("", max_length=200)
    start: str = Field("", max_length=40, alias="from")
    end: str = Field("", max_length=40, alias="to")
    has_image: bool | Annotated[str, Field(max_length=10)] = ""


class SearchState(TransientVarsState, rx.State):
    """What the page of a search shows, and the most recently loaded page of its results."""

    overview: SearchOverview = SearchOverview()
    loaded_page: SearchListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public(limit="search")
    async def load(self) -> None:
        try:
            await self._load_page(location.get_query_param(self, "cursor"), is_first=True)
        except Invalid:
            await self._load_page("", is_first=True)

    @rx.event
    @public(limit="search")
    async def load_more(self, cursor: Cursor) -> None:
        await self._load_page(cursor, is_first=False)

    @rx.event
    @public()
    async def apply_filters(self, message: dict[str, Any]) -> Any:
        form = forms.parse(FilterFormData, message)
        values = form.model_dump(by_alias=True)
        values["has_image"] = "1" if form.has_image else ""
        return rx.redirect(urls.search(search.clean_params(values)))

    async def _load_page(self, cursor: str, *, is_first: bool) -> None:
        as_of = clock.now()
        values = {name: location.get_query_param(self, name) for name in search.PARAMS}
        overview, page = await run_query(
            get_search_page, search.clean_params(values), cursor=cursor
        )
        if is_first:
            self.overview = overview
        self.loaded_page = build_list_page(
            SearchListPage, self, page, start_cursor=cursor, is_first=is_first, as_of=as_of
        )


async def _ignore_error(state: BaseState, arguments: Mapping[str, Any], error: DomainError) -> None:
    """Show no error to a person who types. The field asks again (`use_suggestions.js`)."""


class SearchSuggestionsState(rx.State):
    """The suggestions for the text that the viewer typed last."""

    suggestions: Suggestions = Suggestions()

    @rx.event
    @public(limit="suggestions", on_error=_ignore_error)
    async def suggest(self, text: Annotated[str, Field(max_length=MAX_QUERY_LENGTH)]) -> None:
        self.suggestions = await run_query(search.suggest, text)
