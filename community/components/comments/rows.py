"""The rows of a discussion, as data.

The server builds them for its pages (`ssr/pages/comments.py`), and the browser for live pages
(`assets/ui/discussion/rows.js`).
"""

from dataclasses import dataclass, field
from typing import Any

from community.components import ui
from community.components.reactions import static_reaction_bar
from community.domain.comments.schemas import CommentView
from community.i18n import gettext as _
from community.rendering import Node, cached_html, when
from community.styles.ui import display


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a discussion.

    Attributes:
        kind: `comment`, `more` (a button that loads more replies) or `new_replies` (a button that
            shows new comments).
        key: Unique identifier of the row on the page.
        parent_id: The ID of the parent comment; 0 if the row is a comment on the post.
        ancestor_ids: The IDs of the nearest ancestor comments, at most six. The last ID is the ID
            of the parent comment.
        ended_count: The number of ancestors whose last reply is this row.
        root_number: In the thread, the number of a comment on the post, beginning with 1. 0 for
            other rows.
        level: The number of ancestors of the comment that are also on the page.
        is_expanded: Whether the replies to the comment are visible.
        collapsed_count: The number of replies at all levels that are hidden because the user
            collapsed the comment.
        is_targeted: Whether the URL links to this comment.
        is_just_added: Whether the comment was added while the page was open.
        is_new: Whether another user wrote the comment after the reader's last visit.
        reply_action: What the "Reply" button does: `form` opens the form, `sign_in` opens the
            sign-in dialog, and an empty string hides the button.
        viewer_id: The ID of the signed-in user; 0 for a guest.
        open_form: The form that is open at this comment: `reply`, `edit` or an empty string.
        has_autofocus: Whether the form takes the focus, because the user has just opened it.
        cursor, is_loading, remaining_count: Set only if `kind` is `more`. `remaining_count` is the
            number of replies that are not loaded.
        new_count: Set only if `kind` is `new_replies`. The number of comments that a click on the
            button shows.
    """

    kind: str
    key: str
    comment: CommentView
    parent_id: int = 0
    ancestor_ids: list[int] = field(default_factory=list)
    ended_count: int = 0
    root_number: int = 0
    level: int = 0
    is_expanded: bool = False
    is_collapsed: bool = False
    collapsed_count: int = 0
    is_targeted: bool = False
    is_just_added: bool = False
    is_new: bool = False
    reply_action: str = ""
    viewer_id: int = 0
    open_form: str = ""
    has_autofocus: bool = False
    cursor: str = ""
    is_loading: bool = False
    remaining_count: int = 0
    new_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionView:
    """The loaded part of a discussion.

    Attributes:
        pinned_rows: The pinned comment and its replies.
        new_count: The number of new comments that the reader has not seen yet.
        next_cursor: The cursor for loading more comments on the post. Empty if all are loaded.
        focus_id, is_focus_missing, is_continuation: See `state.discussion.CommentsPage`.
        announcement: The text that announces new comments to screen readers.
        stale_ids: IDs of comments that may have changed or been deleted since they were loaded.
    """

    pinned_rows: list[Row] = field(default_factory=list)
    thread_rows: list[Row] = field(default_factory=list)
    new_count: int = 0
    total: int = 0
    next_cursor: str = ""
    is_loading: bool = False
    order: str = ""
    focus_id: int = 0
    is_focus_missing: bool = False
    is_continuation: bool = False
    announcement: str = ""
    stale_ids: list[int] = field(default_factory=list)


class RowControls:
    """The handlers, menus and forms of a comment row.

    This class has none, as on the server. `LiveRowControls` has those of live pages.
    """

    def toggle_branch(self, comment_id: int) -> dict[str, Any]:
        """Return the attributes of a button that collapses or expands a comment and its replies."""
        del comment_id
        return {}

    def show_history(self, comment: CommentView) -> Any:
        """Return the handler that opens the edit history of a comment."""
        del comment

    def reaction_bar(self, comment: CommentView) -> Node:
        return static_reaction_bar(comment.reactions, is_small=True)

    def reply_button(self, row: Row) -> Node:
        return when(row.reply_action != "", _static_reply_button)

    def menu(self, comment: CommentView) -> Node:
        del comment

    def text(self, row: Row, text: Node) -> Node:
        """Return `text`, or the form that edits it."""
        del row
        return text

    def reply_form(self, row: Row) -> Node:
        del row


def reply_button(**props: Any) -> Node:
    return ui.text_button(_("Reply"), class_name=display.REQUIRES_SCRIPT, **props)


@cached_html(maxsize=None)
def _static_reply_button() -> Node:
    return reply_button()
