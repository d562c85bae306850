"""State of the page of a search."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.db.pagination import Page
from community.core.errors import DomainError
from community.domain import search
from community.reflex_adapter.events import BaseState
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.search_content import SearchOverview, get_search_page
from community.state.runtime import forms, lists, location
from community.state.runtime.policy import public
from community.state.runtime.request_context import run_query


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
    loaded_page: lists.SearchListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public(limit="search")
    async def load(self) -> None:
        self.overview, page = await lists.load_first_page(self, self._search)
        self._show(page)

    @rx.event
    @public(limit="search")
    async def load_more(self, cursor: location.Cursor) -> None:
        _overview, page = await self._search(cursor)
        self._show(page, cursor)

    @rx.event
    @public()
    async def apply_filters(self, message: dict[str, Any]) -> Any:
        form = forms.parse(FilterFormData, message)
        values = form.model_dump(by_alias=True)
        if isinstance(form.has_image, bool):
            values["has_image"] = "1" if form.has_image else ""
        return rx.redirect(urls.search(search.clean_params(values)))

    async def _search(self, cursor: str) -> tuple[SearchOverview, Page[search.SearchRow]]:
        values = {name: location.get_query_param(self, name) for name in search.PARAMS}
        return await run_query(get_search_page, search.clean_params(values), cursor=cursor)

    def _show(self, page: Page[search.SearchRow], cursor: str = "") -> None:
        self.loaded_page = lists.build_list_page(lists.SearchListPage, self, page, cursor)


async def _ignore_error(state: BaseState, arguments: Mapping[str, Any], error: DomainError) -> None:
    """Show no error to a person who types. The field asks again (`use_suggestions.js`)."""


class SearchSuggestionsState(rx.State):
    """The suggestions for the text that the viewer typed last."""

    suggestions: search.Suggestions = search.Suggestions()

    @rx.event
    @public(limit="suggestions", on_error=_ignore_error)
    async def suggest(
        self, text: Annotated[str, Field(max_length=search.MAX_QUERY_LENGTH)]
    ) -> None:
        self.suggestions = await run_query(search.suggest, text)
