"""A field that searches while the administrator types."""

from typing import Any

from community.domain.tables import MAX_SEARCH_LENGTH
from community.rendering import Node, react_component

_SearchInput = react_component("admin/search_input.js", "SearchInput", on_search=str)


def search_input(*, term: Any, on_search: Any, label: str, class_name: str) -> Node:
    """Return a search field. The server does not replace text that is newer than `term`."""
    return _SearchInput(
        term=term,
        on_search=on_search,
        type="search",
        placeholder=label,
        class_name=class_name,
        dir="auto",
        spell_check=False,
        custom_attrs={"aria-label": label, "autoComplete": "off", "maxLength": MAX_SEARCH_LENGTH},
    )
