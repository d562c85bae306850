"""The search field of live pages, which suggests results while the viewer types."""

from typing import Any

import reflex as rx

from community.domain.search import MAX_QUERY_LENGTH
from community.rendering import react_component
from community.state.pages.layout import LayoutState
from community.state.pages.search import SearchSuggestionsState
from community.styles import search as styles

_SearchBox = react_component("search/search_box.jsx", "SearchBox", on_suggest=str)


def live_search_field(query: Any = "", **props: Any) -> rx.Component:
    """Return the field.

    Args:
        props: `filters` contains the filters of the page, as pairs of a query parameter and its
            value. `has_auto_focus` focuses the empty field.
    """
    return _SearchBox(
        query=query,
        suggestions=SearchSuggestionsState.suggestions,
        on_suggest=SearchSuggestionsState.suggest,
        viewer_id=rx.cond(LayoutState.viewer, LayoutState.viewer.id, 0),
        max_length=MAX_QUERY_LENGTH,
        class_names=styles.SEARCH_BOX,
        icons=styles.SEARCH_BOX_ICONS,
        **props,
    )


@rx.memo
def header_search_field() -> rx.Component:
    """Return the field of the header, which Reflex compiles once for all pages."""
    return live_search_field()
