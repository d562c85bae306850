"""Data types for paginated lists.

The State holds only the most recently loaded page. The browser keeps all loaded pages.
"""

from datetime import datetime
from typing import Any, TypeVar

import reflex as rx

from community.core.pagination import Page
from community.core.read_models import ReadModel, Timestamp
from community.domain.communities.schemas import CommunityView
from community.domain.follows.schemas import UserListItem
from community.domain.posts.schemas import PostCard
from community.state import location


class ListPage(ReadModel):
    """A page of a list. In the browser, `assets/ui/paginated_list.js` joins the pages.

    Attributes:
        url: The path and query string of the URL at which the browser shows the list.
        is_first: Whether the list in the browser starts with this page. If the URL contains a
            cursor, the list starts with the page that this cursor loads.
        start_cursor: The cursor with which this page was loaded. Empty for the first page.
        next_cursor: The cursor that loads the next page. Empty for the last page.
        as_of: A time just before the page was loaded. Posts published after this time can be
            missing.
        rows: The items of the page.
    """

    url: str
    is_first: bool
    start_cursor: str = ""
    next_cursor: str = ""
    as_of: Timestamp
    rows: list[Any] = []


class PostListPage(ListPage):
    rows: list[PostCard] = []


class UserListPage(ListPage):
    rows: list[UserListItem] = []


class CommunityListPage(ListPage):
    rows: list[CommunityView] = []


L = TypeVar("L", bound=ListPage)


def build_list_page(
    page_class: type[L],
    state: rx.State,
    page: Page[Any],
    *,
    start_cursor: str,
    is_first: bool,
    as_of: datetime,
) -> L:
    return page_class(
        url=location.get_full_path(state),
        is_first=is_first,
        start_cursor=start_cursor,
        next_cursor=page.next_cursor or "",
        as_of=as_of,
        rows=page.items,
    )
