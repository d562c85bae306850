"""Lists on server-rendered pages, which show the page that the URL selects."""

from typing import Any

from community import urls
from community.components.feed_texts import EmptyMessage
from community.components.lists import empty_list_message, list_or_message, load_more_label
from community.core.db.pagination import Page
from community.rendering import Node, el
from community.ssr.http.routing import PageRequest
from community.styles import post as styles

# The query parameters that pages with a list accept.
LIST_PARAMS = ("cursor",)


def get_cursor(request: PageRequest) -> str:
    """Return the pagination cursor from the URL. Return an empty string for the first page."""
    return request.query_params.get("cursor", "")


def get_canonical_path(request: PageRequest, list_path: str) -> str:
    return urls.with_cursor(list_path, get_cursor(request))


def get_next_page_path(page: Page[Any], list_path: str) -> str | None:
    return urls.with_cursor(list_path, page.next_cursor) if page.next_cursor else None


def page_list(
    page: Page[Any], rows: Node, list_path: str, *, more_label: str, empty: EmptyMessage
) -> Node:
    """Return `rows` with the link to the next page, or the message `empty`."""
    next_path = get_next_page_path(page, list_path)
    link = next_path and el.a(
        load_more_label(more_label), href=next_path, rel="next", class_name=styles.MORE_LINK
    )
    return list_or_message(
        page.items,
        rows,
        has_more=next_path is not None,
        more_link=link,
        empty=lambda: empty_list_message(empty),
    )
