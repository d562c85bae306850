"""Texts of the page of a search."""

from typing import Any

from community.i18n import gettext as _
from community.rendering import choose


def search_title(q: Any) -> Any:
    """Return the title of the page. `q` is a string or a Reflex Var."""
    # Translators: title of the page with search results. {query} is what the user typed.
    return choose(q != "", _("{query} – search", query=q), _("Search"))


def search_heading(q: Any) -> Any:
    return choose(q != "", _("Results for “{query}”", query=q), _("Search"))


def list_operators() -> list[tuple[str, str]]:
    """Return examples of what a query can contain, and what they mean."""
    return [
        # Translators: an example of a phrase in a search.
        (_("“slow morning”"), _("words that follow each other")),
        # Translators: an example of an excluded word in a search.
        (_("coffee -sugar"), _("without a word")),
        (_("author:vera"), _("by an author")),
        (_("community:bread"), _("in a community")),
        (_("tag:travel"), _("with a tag")),
    ]
