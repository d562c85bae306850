"""Data types for paginated lists, of which the State holds only the last page."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import reflex as rx
from pydantic import Field

from community.core import clock, errors
from community.core.db.pagination import Page
from community.core.read_models import ReadModel, Timestamp
from community.domain import discovery, ratings, search
from community.domain.comments.schemas import AuthoredComment
from community.domain.communities.schemas import CommunityMember, CommunityView
from community.domain.follows.queries import UserListItem
from community.state.runtime import location


class ListPage(ReadModel):
    """A page of a list. In the browser, `assets/ui/paginated_list.js` joins the pages."""

    url: str  # the path and query string of the URL at which the browser shows the list
    # Whether the list in the browser starts with this page. If the URL contains a cursor, the list
    # starts with the page that this cursor loads.
    is_first: bool
    start_cursor: str = ""  # the cursor with which this page was loaded; empty for the first page
    next_cursor: str = ""  # the cursor that loads the next page; empty for the last page
    # In feeds, a time just before the page was loaded. Posts published after it can be missing.
    as_of: Timestamp = Field(default_factory=clock.now)
    rows: list[Any] = []


class PostListPage(ListPage):
    """A page of a feed. `topic` is the topic of the pushes about new posts of the feed."""

    topic: str = ""
    rows: list[discovery.FeedItem] = []


class UserListPage(ListPage):
    rows: list[UserListItem] = []


class TopAuthorListPage(ListPage):
    rows: list[ratings.TopAuthor] = []


class CommunityListPage(ListPage):
    rows: list[CommunityView] = []


class MemberListPage(ListPage):
    rows: list[CommunityMember] = []


class AuthoredCommentListPage(ListPage):
    rows: list[AuthoredComment] = []


class SearchListPage(ListPage):
    rows: list[search.SearchRow] = []


class AppendedPage(ReadModel):
    """A page of a list that has no URL of its own, such as the list in the notification menu.

    In the browser, `assets/ui/appended_list.js` joins the pages.
    """

    # The cursor with which this page was loaded. Empty for the first page, which replaces the list.
    start_cursor: str = ""
    next_cursor: str = ""  # the cursor that loads the next page; empty for the last page
    rows: list[Any] = []


# An update of a var sends the whole var, so a var with the changes of the user must stay small.
# Users do not change more rows before they load the page again.
MAX_CHANGES: Final = 100

T = TypeVar("T")
L = TypeVar("L", bound=ListPage)


def remember_change(changes: dict[str, T], row_id: int | str, value: T) -> dict[str, T]:
    """Return the changes of rows by id with a new one, without the oldest over `MAX_CHANGES`."""
    others = [item for item in changes.items() if item[0] != str(row_id)]
    return dict([*others, (str(row_id), value)][-MAX_CHANGES:])


async def load_first_page(state: rx.State, load: Callable[[str], Awaitable[T]]) -> T:
    """Call `load` with the cursor in the URL, or with "" if that cursor is not valid."""
    try:
        return await load(location.get_query_param(state, "cursor"))
    except errors.Invalid:
        return await load("")


def build_list_page(
    page_class: type[L], state: rx.State, page: Page[Any], start_cursor: str = "", **fields: Any
) -> L:
    """Return a page for the browser, which is its first page unless it has a `start_cursor`."""
    return page_class(
        url=location.get_full_path(state),
        is_first=not start_cursor,
        start_cursor=start_cursor,
        next_cursor=page.next_cursor or "",
        rows=page.items,
        **fields,
    )
