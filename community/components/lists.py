"""Paginated lists, the link that loads the next page of a list, and messages for empty lists.

In the browser, the script `assets/ui/paginated_list.js` joins the loaded pages into one list.
"""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from community.components import ui
from community.components.location import create_hook_var
from community.core.read_models import ReadModel
from community.domain.communities.schemas import CommunityView
from community.domain.follows.schemas import UserListItem
from community.domain.posts.schemas import PostCard
from community.rendering import Node, group, length, when
from community.styles import post as styles
from community.styles.feed_texts import EmptyMessage


class LoadedList(ReadModel):
    """The part of a paginated list that the browser has loaded.

    Attributes:
        next_cursor: The cursor for loading the next page. Empty if all pages are loaded.
        is_ready: Whether the first page is loaded.
        new_count: The number of newer posts that are not in the list yet.
    """

    next_cursor: str = ""
    is_ready: bool = False
    new_count: int = 0


class LoadedPosts(LoadedList):
    """The loaded posts of a feed.

    Attributes:
        stale_ids: IDs of posts that may have been deleted. When the browser loaded the first page
            again, the page did not contain these posts.
    """

    stale_ids: list[int] = []
    rows: list[PostCard] = []


class LoadedUsers(LoadedList):
    """The loaded rows of a list of users."""

    rows: list[UserListItem] = []


class LoadedCommunities(LoadedList):
    """The loaded rows of a list of communities."""

    rows: list[CommunityView] = []


def use_paginated_list(loaded_page: rx.Var[Any], list_class: type[LoadedList]) -> Any:
    """Return a Reflex Var that contains all loaded rows of a list.

    Args:
        loaded_page: A Var with the page that the server sent last (`state.lists.ListPage`).
        list_class: The type of the returned Var.
    """
    return create_hook_var(
        "list",
        f"usePaginatedList({loaded_page!s})",
        "$/public/ui/paginated_list.js",
        "usePaginatedList",
        list_class,
        loaded_page,
    )


def _load_more_event_spec(cursor: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (cursor,)


class _LoadMoreLink(rx.Component):
    """Link that loads the next page when the user clicks the link or scrolls near it.

    Its script is `assets/ui/load_more.js`.
    """

    library = "$/public/ui/load_more.js"
    tag = "LoadMoreLink"
    cursor: rx.Var[str]
    on_load_more: rx.EventHandler[_load_more_event_spec]  # type: ignore[type-arg,valid-type]


def live_list(
    loaded_list: Any, rows: Node, *, more_label: str, on_load_more: Any, empty: Node
) -> Node:
    """Return the rows of a `LoadedList` with the link that loads more, or `empty`."""
    link = _LoadMoreLink.create(
        load_more_label(more_label),
        cursor=loaded_list.next_cursor,
        on_load_more=on_load_more,
        class_name=styles.MORE_LINK,
    )
    has_more = loaded_list.next_cursor != ""
    return list_or_message(
        loaded_list.rows,
        rows,
        has_more=has_more,
        more_link=rx.cond(has_more, link),
        empty=lambda: empty,
    )


def list_or_message(
    items: Sequence[Any], rows: Node, *, has_more: Any, more_link: Node, empty: Callable[[], Node]
) -> Node:
    """Return `rows` and the link to the next page, or the result of `empty` if there are none."""
    return when((length(items) > 0) | has_more, lambda: group(rows, more_link), empty)


def load_more_label(text: str) -> Node:
    return group(ui.icon("chevron_down"), text)


def empty_list_message(content: EmptyMessage) -> Node:
    action = ui.link_button(content.action[1], href=content.action[0]) if content.action else None
    return ui.empty_state(content.title, content.text, icon_name=content.icon, action=action)
