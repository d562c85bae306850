"""The page with all comments."""

from typing import Final

import reflex as rx

from community.admin.blocks.record_dialog import ActButton
from community.admin.comments.sheet import comment_sheet
from community.admin.comments.state import CommentTableState
from community.admin.record_page import record_page
from community.i18n import gettext as _
from community.i18n import noop

ACTS: Final = (
    ActButton(
        "approve",
        noop("Approve"),
        noop("Approve comments?"),
        noop("Everyone can read them. The people they answer or mention are notified."),
        "check",
    ),
    ActButton(
        "hide",
        noop("Hide"),
        noop("Hide comments?"),
        noop("Only the author and moderators can see them until someone approves them."),
        "eye_off",
    ),
    ActButton(
        "delete",
        noop("Delete"),
        noop("Delete comments?"),
        noop("Their text disappears for everyone except moderators. You can restore them."),
        "trash",
        "danger",
    ),
    ActButton(
        "restore",
        noop("Restore"),
        noop("Restore comments?"),
        noop("Everyone can read them again."),
        "undo",
    ),
)


def comments_page() -> rx.Component:
    return record_page(
        "comments",
        CommentTableState,
        ACTS,
        comment_sheet,
        caption=_("Comments"),
        search_label=_("Search in comments"),
        empty_title=_("No comments yet"),
        empty_text=_("Comments appear here as soon as someone writes one."),
        empty_icon="comment",
    )
