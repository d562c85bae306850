"""The parts of a comment row that live pages add: handlers, menus and forms."""

from typing import Any

from community.components import ui
from community.components.comments.rows import Row
from community.components.reactions import static_reaction_bar
from community.domain.comments.schemas import CommentView
from community.i18n import gettext as _
from community.rendering import Node, cached_html, when
from community.styles.ui import display


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
