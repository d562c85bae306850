"""Controls of a discussion whose logic runs in the browser (`assets/ui/discussion/controls.js`)."""

from typing import Any

import reflex as rx

LIBRARY = "$/public/ui/discussion/controls.js"


def _load_more_event_spec(cursor: rx.Var[str]) -> tuple[rx.Var[str]]:
    return (cursor,)


def _comment_ids_event_spec(comment_ids: rx.Var[list[int]]) -> tuple[rx.Var[list[int]]]:
    return (comment_ids,)


class ThreadNavigator(rx.Component):
    """Component that handles the keys `j`, `k` and `n`, which move through the comments.

    The component also announces new comments to screen readers, and reloads comments that may be
    outdated.

    Attributes:
        focus_id: The ID of the comment that the URL links to, or 0 if the URL links to no comment.
        thread_key: A value that changes when the page shows another post or another part of the
            discussion.
        stale_ids: IDs of comments that may have changed or been deleted since they were loaded.
        on_check_stale: Handler that reloads comments. It receives at most 200 of the `stale_ids`.
    """

    library = LIBRARY
    tag = "ThreadNavigator"
    announcement: rx.Var[str]
    focus_id: rx.Var[int]
    thread_key: rx.Var[str]
    stale_ids: rx.Var[list[int]]
    on_check_stale: rx.EventHandler[_comment_ids_event_spec]  # type: ignore[type-arg,valid-type]


class LoadMoreButton(rx.Component):
    """A button that loads more comments or replies.

    The button sends only one request for each `cursor`, even if the user clicks several times.

    Attributes:
        parent_id: The ID of the comment whose replies the button loads. 0 if the button loads
            comments on the post.
    """

    library = LIBRARY
    tag = "LoadMoreButton"
    parent_id: rx.Var[int]
    cursor: rx.Var[str]
    is_loading: rx.Var[bool]
    on_load_more: rx.EventHandler[_load_more_event_spec]  # type: ignore[type-arg,valid-type]


class SortSelect(rx.Component):
    """A `<select>` with the sort orders of a discussion.

    The browser writes the selected order to the URL, except for `default_order`.
    """

    library = LIBRARY
    tag = "SortSelect"
    default_order: rx.Var[str]
    value: rx.Var[Any]
