"""The page with all comments."""

from typing import Final

import reflex as rx

from community.admin.blocks.table.record_dialog import ActionButton
from community.admin.comments.sheet import comment_sheet
from community.admin.comments.state import CommentTableState
from community.admin.record_page import record_page
from community.i18n import gettext as _, ngettext_noop, noop

ACTIONS: Final = (
    ActionButton(
        "approve",
        noop("Approve"),
        noop("Approve the comment?"),
        ngettext_noop("Approve {n} comment?", "Approve {n} comments?"),
        noop("Visible to everyone. The people answered or mentioned are notified."),
        "check",
    ),
    ActionButton(
        "hide",
        noop("Hide"),
        noop("Hide the comment?"),
        ngettext_noop("Hide {n} comment?", "Hide {n} comments?"),
        noop("Only the author and moderators can see a hidden comment, until someone approves it."),
        "eye_off",
    ),
    ActionButton(
        "delete",
        noop("Delete"),
        noop("Delete the comment?"),
        ngettext_noop("Delete {n} comment?", "Delete {n} comments?"),
        noop("The text disappears for everyone except moderators. You can restore it."),
        "trash",
        "danger",
    ),
    ActionButton(
        "restore",
        noop("Restore"),
        noop("Restore the comment?"),
        ngettext_noop("Restore {n} comment?", "Restore {n} comments?"),
        noop("Visible to everyone again."),
        "undo",
    ),
)


def comments_page() -> rx.Component:
    return record_page(
        "comments",
        CommentTableState,
        ACTIONS,
        comment_sheet,
        caption=_("Comments"),
        search_label=_("Search in comments"),
        empty_title=_("No comments yet"),
        empty_text=_("Comments appear here as soon as someone writes one."),
        empty_icon="comment",
    )
