"""State of the search field, which suggests results while the viewer types."""

from collections.abc import Mapping
from typing import Annotated, Any

import reflex as rx
from pydantic import Field

from community.core.errors import DomainError
from community.domain import search
from community.domain.search import MAX_QUERY_LENGTH, Suggestions
from community.reflex_adapter.events import BaseState
from community.state.runtime.actions import run_query
from community.state.runtime.policy import public


async def _ignore_error(state: BaseState, arguments: Mapping[str, Any], error: DomainError) -> None:
    """Show no error to a person who types. The field asks again (`use_suggestions.js`)."""


class SearchSuggestionsState(rx.State):
    """The suggestions for the text that the viewer typed last."""

    suggestions: Suggestions = Suggestions()

    @rx.event
    @public(limit="suggestions", on_error=_ignore_error)
    async def suggest(self, text: Annotated[str, Field(max_length=MAX_QUERY_LENGTH)]) -> None:
        self.suggestions = await run_query(search.suggest, text)
