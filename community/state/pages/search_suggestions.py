"""State of the search field, which suggests results while the viewer types."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.domain import search
from community.domain.search import MAX_QUERY_LENGTH, Suggestions
from community.state.runtime.actions import run_query
from community.state.runtime.policy import public


class SearchSuggestionsState(rx.State):
    """The suggestions for the text that the viewer typed last."""

    suggestions: Suggestions = Suggestions()

    @rx.event
    @public(limit="suggestions")
    async def suggest(self, text: Annotated[str, Field(max_length=MAX_QUERY_LENGTH)]) -> None:
        self.suggestions = await run_query(search.suggest, text)
