"""A row of a discussion in the browser: a comment, or a button that shows more comments."""

from typing import Any

import reflex as rx

from community.components.advertisements import advertisement_place
from community.components.comments.comment_row import comment_row, load_more_label, load_more_row
from community.components.comments.controls import load_more_button
from community.components.comments.forms import edit_form, reply_form
from community.components.comments.live_discussion import create_js_handler
from community.components.comments.menu import comment_menu
from community.components.comments.row_controls import RowControls, reply_button
from community.components.comments.rows import Row
from community.components.reactions import reaction_bar
from community.rendering import Node, plural_text
from community.state.pages.comments.comments import CommentsState
from community.state.runtime.toasts import ToastsState
from community.styles import comment as styles


class LiveRowControls(RowControls):
    """The handlers, menus and forms of a comment row. All rows and comments are Vars."""

    def toggle_branch(self, comment_id: Any) -> dict[str, Any]:
        return {"onClick": create_js_handler("toggleBranch", comment_id)}

    def show_history(self, comment: Any) -> Any:
        return CommentsState.show_history(comment.id)

    def reaction_bar(self, comment: Any) -> Node:
        return reaction_bar(
            comment,
            id=f"react-comment-{comment.id}",
            can_react=comment.can.react,
            on_react=CommentsState.react(comment.id),
            is_small=True,
        )

    def reply_button(self, row: Any) -> Node:
        open_form = {"onClick": create_js_handler("openForm", row.comment.id, "reply")}
        return rx.match(
            row.reply_action,
            ("form", reply_button(custom_attrs=open_form)),
            ("sign_in", _sign_in_to_reply_button(row.comment)),
            rx.fragment(),
        )

    def menu(self, comment: Any) -> Node:
        return comment_menu(comment)

    def text(self, row: Any, text: Node) -> Node:
        return rx.cond(row.open_form == "edit", edit_form(row), text)

    def reply_form(self, row: Any) -> Node:
        # The browser keeps the text of a form that closes because the user may no longer reply.
        is_open = (row.open_form == "reply") & (row.reply_action == "form")
        return rx.cond(is_open, reply_form(row))


@rx.memo
def live_row(
    row: rx.Var[Row],
    rest: rx.RestProp,  # noqa: ARG001  # contains `key`, which React reads
) -> rx.Component:
    """Return the row for a comment, or for a button that shows more comments.

    The argument contains all data of the row. Therefore the browser renders a row again only if the
    data of this row has changed.
    """
    data: Any = row
    controls = LiveRowControls()
    return rx.fragment(
        rx.cond(data.root_number > 1, advertisement_place("comments", data.root_number - 1)),
        rx.match(
            data.kind,
            ("more", load_more_row(data, controls, _load_more_button(data))),
            ("new_replies", _new_replies_button(data)),
            comment_row(data, controls),
        ),
    )


def _sign_in_to_reply_button(comment: Any) -> Node:
    """Return the button for guests. After the sign-in, the page opens the reply form."""
    attributes = {"data-pending-action": f"reply:{comment.id}"}
    return reply_button(on_click=ToastsState.open_sign_in_dialog, custom_attrs=attributes)


def _new_replies_button(row: Any) -> rx.Component:
    """Return a button that shows new comments.

    New comments are hidden until the user clicks the button. If they appeared at once, they would
    move the text that the user is reading.
    """
    return rx.el.div(
        rx.foreach(row.ancestor_ids, lambda _id: rx.el.span(class_name=styles.NEW_COMMENTS_INDENT)),
        rx.el.button(
            plural_text("{n} new comment", "{n} new comments", row.new_count),
            type="button",
            class_name=styles.NEW_COMMENTS,
            custom_attrs={"onClick": create_js_handler("showNewReplies", row.parent_id)},
        ),
        rx.el.span(hidden=True),
        id=row.key,
        class_name=styles.NEW_COMMENTS_ROW,
    )


def _load_more_button(row: Any) -> rx.Component:
    return load_more_button(
        load_more_label(row.remaining_count),
        parent_id=row.parent_id,
        cursor=row.cursor,
        is_loading=row.is_loading,
        class_name=styles.MORE_LINK,
        on_load_more=lambda cursor: CommentsState.load_replies(row.parent_id, cursor),
    )
