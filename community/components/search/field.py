"""The search field of the header, as a form that works without JavaScript."""

from typing import Any

from community import urls
from community.components import ui
from community.domain.search import MAX_QUERY_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, el, group, when
from community.styles import search as styles


def header_search(field: Node, active_href: Any) -> Node:
    """Return the field, on phones a link to the page. The page itself has a larger field."""
    return when(
        active_href != urls.SEARCH,
        lambda: group(
            el.div(field, class_name=styles.HEADER_FIELD),
            el.a(
                ui.icon("search"),
                href=urls.SEARCH,
                class_name=styles.HEADER_LINK,
                aria_label=_("Search"),
            ),
        ),
    )


def search_field(query: str = "", filters: Node = None) -> Node:
    return el.form(
        el.span(ui.icon("search"), class_name=styles.ICON),
        el.input(
            type="search",
            name="q",
            default_value=query,
            max_length=MAX_QUERY_LENGTH,
            dir="auto",
            auto_complete="off",
            class_name=styles.INPUT,
            placeholder=_("Search"),
            aria_label=_("Search posts, people and communities"),
        ),
        filters,
        action=urls.SEARCH,
        role="search",
        class_name=styles.FORM,
    )
