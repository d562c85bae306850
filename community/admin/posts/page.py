"""The page with all posts."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.record_dialog import ActButton, act_dialogs, bulk_buttons
from community.admin.blocks.table import data_table
from community.admin.layout import admin_page
from community.admin.posts.sheet import post_sheet
from community.admin.posts.state import PostTableState
from community.i18n import gettext as _
from community.i18n import noop

ACTS: Final = (
    ActButton(
        "hide",
        noop("Unpublish"),
        noop("Unpublish posts?"),
        noop("Only their authors and administrators can see them. The authors are notified."),
        "eye_off",
    ),
    ActButton(
        "publish",
        noop("Publish again"),
        noop("Publish posts again?"),
        noop("Everyone can read them again."),
        "eye",
    ),
    ActButton(
        "delete",
        noop("Delete"),
        noop("Delete posts?"),
        noop("The posts and their discussions disappear. You can restore them for 30 days."),
        "trash",
        "danger",
    ),
    ActButton(
        "restore",
        noop("Restore"),
        noop("Restore posts?"),
        noop("They get the status that they had before they were deleted."),
        "undo",
    ),
)


def posts_page() -> rx.Component:
    state: Any = PostTableState
    return admin_page(
        "posts",
        data_table(
            state,
            caption=_("Posts"),
            search_label=_("Search by title"),
            empty_title=_("No posts yet"),
            empty_text=_("Posts appear here as soon as someone publishes one."),
            empty_icon="list",
            bulk_actions=bulk_buttons(state, ACTS),
        ),
        dialogs=(post_sheet(ACTS), *act_dialogs(state, ACTS)),
    )
