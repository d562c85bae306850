"""Paginated lists, the link that loads the next page of a list, and messages for empty lists."""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from community.components import ui
from community.components.feed_texts import EmptyMessage
from community.core.read_models import ReadModel
from community.domain import discovery, ratings, search
from community.domain.comments.schemas import AuthoredComment
from community.domain.communities.schemas import CommunityMember, CommunityView
from community.domain.follows.queries import IgnoredUser, UserListItem
from community.domain.notifications.schemas import NotificationView
from community.domain.posts.schemas import DraftCard
from community.reflex_adapter.vars import hook_var
from community.rendering import Node, group, length, react_component, when
from community.styles import post as styles


class LoadedList(ReadModel):
    """The part of a paginated list that the browser has loaded."""

    next_cursor: str = ""  # the cursor for loading the next page; empty if all pages are loaded
    is_ready: bool = False
    new_count: int = 0  # the number of newer posts that are not in the list yet


class LoadedPosts(LoadedList):
    # IDs of posts that may have been deleted. When the browser loaded the first page again, the
    # page did not contain these posts.
    stale_ids: list[int] = []
    rows: list[discovery.FeedItem] = []


class LoadedUsers(LoadedList):
    rows: list[UserListItem] = []


class LoadedTopAuthors(LoadedList):
    rows: list[ratings.TopAuthor] = []


class LoadedCommunities(LoadedList):
    rows: list[CommunityView] = []


class LoadedMembers(LoadedList):
    rows: list[CommunityMember] = []


class LoadedAuthoredComments(LoadedList):
    rows: list[AuthoredComment] = []


class LoadedResults(LoadedList):
    rows: list[search.SearchRow] = []


class AppendedList(ReadModel):
    """The loaded rows of a list that has no URL of its own."""

    next_cursor: str = ""  # the cursor for loading the next page; empty if all pages are loaded
    is_ready: bool = False


class AppendedNotifications(AppendedList):
    rows: list[NotificationView] = []


class AppendedDrafts(AppendedList):
    rows: list[DraftCard] = []


class AppendedIgnoredUsers(AppendedList):
    rows: list[IgnoredUser] = []


def use_paginated_list(loaded_page: rx.Var[Any], list_class: type[LoadedList]) -> Any:
    """Return a Reflex Var that contains all loaded rows of a list."""
    library = "$/public/ui/paginated_list.js"
    return hook_var("list", "usePaginatedList", library, list_class, loaded_page)


def use_appended_list(
    name: str, loaded_page: Any, list_class: type[AppendedList], removed_ids: Any = None
) -> Any:
    """Return a Reflex Var that contains all loaded rows of a list without a URL of its own.

    Args:
        loaded_page: A Var with the page that the server sent last (`state.lists.AppendedPage`).
        removed_ids: A Var with the ids of rows to leave out.
    """
    removed = [] if removed_ids is None else removed_ids
    library = "$/public/ui/appended_list.js"
    return hook_var(name, "useAppendedList", library, list_class, name, loaded_page, removed)


# A link that loads the next page when the user clicks it or scrolls near it.
_LoadMoreLink = react_component("load_more.js", "LoadMoreLink", on_load_more=str)


def live_list(
    loaded_list: Any, rows: Node, *, more_label: str, on_load_more: Any, empty: Node
) -> Node:
    """Return the rows of a `LoadedList` with the link that loads more, or `empty`."""
    link = _LoadMoreLink(
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
    return when((length(items) > 0) | has_more, lambda: group(rows, more_link), empty)


def load_more_label(text: str) -> Node:
    return group(ui.icon("chevron_down"), text)


def empty_list_message(content: EmptyMessage) -> Node:
    action = ui.link_button(content.action[1], href=content.action[0]) if content.action else None
    return ui.empty_state(content.title, content.text, icon_name=content.icon, action=action)
