"""The page with all posts."""

from typing import Final

import reflex as rx

from community.admin.blocks.record_dialog import ActButton
from community.admin.posts.sheet import post_sheet
from community.admin.posts.state import PostTableState
from community.admin.record_page import record_page
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
    return record_page(
        "posts",
        PostTableState,
        ACTS,
        post_sheet,
        caption=_("Posts"),
        search_label=_("Search by title"),
        empty_title=_("No posts yet"),
        empty_text=_("Posts appear here as soon as someone publishes one."),
        empty_icon="list",
    )
