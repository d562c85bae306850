"""Controls of a discussion whose logic runs in the browser (`assets/ui/discussion/controls.js`)."""

from typing import Any

import reflex as rx

LIBRARY = "$/public/ui/discussion/controls.js"


def _cursor_event_spec(cursor: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (cursor,)


def _ids_event_spec(comment_ids: rx.Var[list[int]]) -> tuple[rx.Var[list[int]]]:
    return (comment_ids,)


class ThreadNavigator(rx.Component):
    """Component that moves through the comments with the keys `j`, `k` and `n`.

    It also announces new comments to screen readers and reloads stale comments.

    Attributes:
        focus_id: The ID of the comment that the URL links to; 0 if it links to none.
        thread_key: A value that changes when another post or another part of the discussion is
            shown.
        stale_ids: IDs of comments that may have changed or been deleted since they were loaded.
        on_check_stale: Handler that reloads comments. It receives at most 200 of the stale IDs.
    """

    library = LIBRARY
    tag = "ThreadNavigator"
    announcement: rx.Var[str]
    focus_id: rx.Var[int]
    thread_key: rx.Var[str]
    stale_ids: rx.Var[list[int]]
    on_check_stale: rx.EventHandler[_ids_event_spec]  # type: ignore[type-arg,valid-type]


class LoadMoreButton(rx.Component):
    """A button that loads more comments or replies.

    It sends at most one request for each cursor.

    Attributes:
        parent_id: The ID of the comment whose replies it loads; 0 loads comments on the post.
    """

    library = LIBRARY
    tag = "LoadMoreButton"
    parent_id: rx.Var[int]
    cursor: rx.Var[str]
    is_loading: rx.Var[bool]
    on_load_more: rx.EventHandler[_cursor_event_spec]  # type: ignore[type-arg,valid-type]


class SortSelect(rx.Component):
    """A `<select>` with the sort orders.

    The URL contains the selected order, unless it is `default_order`.
    """

    library = LIBRARY
    tag = "SortSelect"
    default_order: rx.Var[str]
    value: rx.Var[Any]
