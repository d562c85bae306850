"""Data types for loading a discussion page by page."""

import time
from dataclasses import dataclass
from typing import Any

from community.core.read_models import ReadModel
from community.domain import comments
from community.domain.comments.schemas import CommentView, Thread


class CommentsPage(ReadModel):
    """A page of a discussion. The browser joins the pages (`assets/ui/discussion/`)."""

    post_id: int = 0
    start_cursor: str = ""  # the cursor with which the page was loaded; empty for the first page
    # The id of the comment whose replies the page contains. 0 for top-level comments.
    parent_id: int = 0
    # The ids of the comments that the browser requested. A requested comment that is missing from
    # `items` was deleted.
    requested_ids: list[int] = []
    order: str = comments.Order.BEST.value
    # The id of the only comment that is shown with its replies. 0 if the whole discussion is shown.
    focus_id: int = 0
    # Whether the URL contains the id of a comment that does not exist
    is_focus_missing: bool = False
    is_continuation: bool = False  # whether the URL selects a later page instead of the first page
    # Whether the page was loaded because the tab opened the URL or reconnected
    is_initial: bool = False
    # The result of `get_sortable_timestamp` from just before the page was loaded. The page already
    # contains all changes from before this time.
    as_of: str = ""
    items: list[CommentView] = []
    more: dict[str, str] = {}  # maps comment ids to cursors that load further replies
    next_cursor: str = ""
    total: int = 0


@dataclass(frozen=True)
class ThreadCursor:
    """What all pages of the discussion in a tab have in common, to load further pages."""

    post_id: int = 0
    order: comments.Order = comments.Order.BEST
    focus_id: int = 0
    is_continuation: bool = False

    def build_page(self, thread: Thread, **fields: Any) -> CommentsPage:
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
