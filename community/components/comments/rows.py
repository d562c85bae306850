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
    # `comment`, `more` (a button that loads more replies) or `new_replies` (a button that shows new
    # comments)
    kind: str
    key: str  # unique identifier of the row on the page
    comment: CommentView
    parent_id: int = 0  # the ID of the parent comment; 0 if the row is a comment on the post
    # The IDs of the nearest ancestor comments, at most six. The last ID is the ID of the parent
    # comment.
    ancestor_ids: list[int] = field(default_factory=list)
    ended_count: int = 0  # the number of ancestors whose last reply is this row
    # In the thread, the number of a comment on the post, beginning with 1. 0 for other rows.
    root_number: int = 0
    level: int = 0  # the number of ancestors of the comment that are also on the page
    is_expanded: bool = False
    is_collapsed: bool = False
    # The number of replies at all levels that are hidden because the user collapsed the comment
    collapsed_count: int = 0
    is_targeted: bool = False  # whether the URL links to this comment
    is_just_added: bool = False  # whether the comment was added while the page was open
    is_new: bool = False  # whether another user wrote the comment after the reader's last visit
    # What the "Reply" button does: `form` opens the form, `sign_in` opens the sign-in dialog, and
    # an empty string hides the button
    reply_action: str = ""
    viewer_id: int = 0  # the ID of the signed-in user; 0 for a guest
    open_form: str = ""  # the form that is open at this comment: `reply`, `edit` or an empty string
    # Whether the form takes the focus, because the user has just opened it
    has_autofocus: bool = False
    # The next three are set only if `kind` is `more`.
    cursor: str = ""
    is_loading: bool = False
    remaining_count: int = 0  # the number of replies that are not loaded
    # Set only if `kind` is `new_replies`. The number of comments that a click on the button shows.
    new_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionView:
    pinned_rows: list[Row] = field(default_factory=list)  # the pinned comment and its replies
    thread_rows: list[Row] = field(default_factory=list)
    new_count: int = 0  # the number of new comments that the reader has not seen yet
    total: int = 0
    # The cursor for loading more comments on the post. Empty if all are loaded.
    next_cursor: str = ""
    is_loading: bool = False
    order: str = ""
    # `focus_id`, `is_focus_missing`, `is_continuation`: see `state.discussion.CommentsPage`
    focus_id: int = 0
    is_focus_missing: bool = False
    is_continuation: bool = False
    announcement: str = ""  # the text that announces new comments to screen readers
    # IDs of comments that may have changed or been deleted since they were loaded
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
        del comment

    def reaction_bar(self, comment: CommentView) -> Node:
        return static_reaction_bar(comment.reactions, is_small=True)

    def reply_button(self, row: Row) -> Node:
        return when(row.reply_action != "", _static_reply_button)

    def menu(self, comment: CommentView) -> Node:
        del comment

    def text(self, row: Row, text: Node) -> Node:
        del row
        return text

    def reply_form(self, row: Row) -> Node:
        del row


def reply_button(**props: Any) -> Node:
    return ui.text_button(_("Reply"), class_name=display.REQUIRES_SCRIPT, **props)


@cached_html(maxsize=None)
def _static_reply_button() -> Node:
    return reply_button()
