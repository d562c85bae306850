"""Data types for loading a discussion page by page."""

import time
from dataclasses import dataclass
from typing import Any

from community.core.read_models import ReadModel
from community.domain import comments
from community.domain.comments.schemas import CommentView, Thread


class CommentsPage(ReadModel):
    """A page of a discussion. The browser joins the pages (`assets/ui/discussion/`).

    Attributes:
        start_cursor: The cursor with which the page was loaded. Empty for the first page.
        parent_id: The id of the comment whose replies the page contains. 0 for top-level comments.
        requested_ids: The ids of the comments that the browser requested. A requested comment that
            is missing from `items` was deleted.
        focus_id: The id of the only comment that is shown with its replies. 0 if the whole
            discussion is shown.
        is_focus_missing: Whether the URL contains the id of a comment that does not exist.
        is_continuation: Whether the URL selects a later page instead of the first page.
        is_initial: Whether the page was loaded because the tab opened the URL or reconnected.
        as_of: The result of `get_sortable_timestamp` from just before the page was loaded. The
            page already contains all changes from before this time.
        more: Maps comment ids to cursors that load further replies.
        total: The number of comments in the discussion.
    """

    post_id: int = 0
    start_cursor: str = ""
    parent_id: int = 0
    requested_ids: list[int] = []
    order: str = comments.Order.BEST.value
    focus_id: int = 0
    is_focus_missing: bool = False
    is_continuation: bool = False
    is_initial: bool = False
    as_of: str = ""
    items: list[CommentView] = []
    more: dict[str, str] = {}
    next_cursor: str = ""
    total: int = 0


@dataclass(frozen=True)
class ThreadCursor:
    """The fields that all pages of the discussion in a browser tab have in common.

    The server keeps them in the State to load further pages.
    """

    post_id: int = 0
    order: comments.Order = comments.Order.BEST
    focus_id: int = 0
    is_continuation: bool = False

    def build_page(self, thread: Thread, **fields: Any) -> CommentsPage:
        """Return a page with the comments in `thread`."""
        items = [without_uneditable_text(comment) for comment in thread.items]
        return CommentsPage(
            post_id=self.post_id,
            order=self.order.value,
            focus_id=self.focus_id,
            is_continuation=self.is_continuation,
            items=items,
            more=thread.more,
            next_cursor=thread.next_cursor or "",
            total=thread.total,
            **fields,
        )


def without_uneditable_text(comment: CommentView) -> CommentView:
    """Return the comment without its Markdown source, unless the viewer may edit it."""
    return comment if comment.can.edit else comment.model_copy(update={"text": ""})


def get_sortable_timestamp() -> str:
    """Return the current time as a string. A later call returns a greater string."""
    return f"{time.time_ns():x}"
