"""The dialogs that delete a thread and that show the edit history of a comment."""

from typing import Any

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.state.pages.comments.comments import CommentsState
from community.styles import comment as styles
from community.styles.ui import overlay


def delete_thread_dialog() -> rx.Component:
    return ui.dialog(
        rx.el.div(
            ui.button(_("Cancel"), on_click=CommentsState.show_delete_dialog(0)),
            ui.button(_("Delete thread"), variant="danger", on_click=CommentsState.delete_thread),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        id="delete-thread-dialog",
        title=_("Delete this thread?"),
        text=_("The comment and all its replies will be deleted for everyone."),
        open=CommentsState.delete_target_id != 0,
        on_close=CommentsState.show_delete_dialog(0),
    )


def history_dialog() -> rx.Component:
    return ui.dialog(
        rx.el.div(rx.foreach(CommentsState.history, _revision), class_name=styles.HISTORY),
        id="comment-history",
        title=_("Edit history"),
        open=CommentsState.history_comment_id != 0,
        on_close=CommentsState.show_history(0),
    )


def _revision(revision: Any) -> rx.Component:
    # Translators: {time} is the time of the edit, for example "5 min ago" or "on 12 Nov".
    replaced_at = ui.rich_text(
        _("Replaced {time}"), time=ui.relative_time(revision.created_at, in_sentence=True)
    )
    return rx.el.section(
        rx.el.p(replaced_at, class_name=styles.HISTORY_TIME),
        rx.el.p(revision.text, dir="auto", class_name=styles.HISTORY_TEXT),
        key=revision.id,
    )
