"""Paginated lists.

The script `assets/ui/paginated_list.js` joins the loaded pages in the browser.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.location import hook_var
from community.core.read_models import ReadModel
from community.domain.communities.schemas import CommunityView
from community.domain.follows.schemas import UserListItem
from community.domain.posts.schemas import PostCard
from community.styles import post as styles


class LoadedList(ReadModel):
    """The pages of a list that the browser has loaded, joined into one list.

    Attributes:
        next_cursor: The cursor for loading the next page; empty at the end of the list.
        is_ready: Whether the first page is loaded.
        new_count: The number of posts that were published after the first page was loaded and are
        not in the list yet.
    """

    next_cursor: str = ""
    is_ready: bool = False
    new_count: int = 0


class LoadedPosts(LoadedList):
    """The loaded posts of a feed.

    Attributes:
        stale_ids: IDs of loaded posts that were missing when the first page was loaded again, and
            so may have been deleted.
    """

    stale_ids: list[int] = []
    rows: list[PostCard] = []


class LoadedUsers(LoadedList):
    """The loaded rows of a list of users."""

    rows: list[UserListItem] = []


class LoadedCommunities(LoadedList):
    """The loaded rows of a list of communities."""

    rows: list[CommunityView] = []


def use_list(loaded_page: rx.Var[Any], list_class: type[LoadedList]) -> Any:
    """Return a Reflex Var that contains a `list_class` with all loaded rows of a list.

    Args:
        loaded_page: A Var that contains the `state.lists.ListPage` that the server loaded last.
        list_class: The type of the returned var.
    """
    return hook_var(
        "list",
        f"usePaginatedList({loaded_page!s})",
        "$/public/ui/paginated_list.js",
        "usePaginatedList",
        list_class,
        loaded_page,
    )


def _cursor_event_spec(cursor: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (cursor,)


class _LoadMoreLink(rx.Component):
    """A link that loads the next page when the user scrolls near it (`assets/ui/load_more.js`)."""

    library = "$/public/ui/load_more.js"
    tag = "LoadMoreLink"
    cursor: rx.Var[str]
    on_load_more: rx.EventHandler[_cursor_event_spec]  # type: ignore[type-arg,valid-type]


def load_more_link(loaded_list: Any, label: str, *, on_load_more: Any) -> rx.Component:
    return rx.cond(
        loaded_list.next_cursor != "",
        _LoadMoreLink.create(
            ui.icon("chevron_down"),
            label,
            cursor=loaded_list.next_cursor,
            on_load_more=on_load_more,
            class_name=styles.MORE_LINK,
        ),
    )
