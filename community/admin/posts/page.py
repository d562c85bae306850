"""The page with all posts."""

from typing import Final

import reflex as rx

from community.admin.blocks.table.record_dialog import ActionButton
from community.admin.posts.sheet import post_sheet
from community.admin.posts.state import PostTableState
from community.admin.record_page import record_page
from community.i18n import gettext as _, ngettext_noop, noop

ACTIONS: Final = (
    ActionButton(
        "approve",
        noop("Approve"),
        noop("Approve the post?"),
        ngettext_noop("Approve {n} post?", "Approve {n} posts?"),
        noop("Visible to everyone. Followers are notified of a new post."),
        "check",
    ),
    ActionButton(
        "reject",
        noop("Reject"),
        noop("Reject the post?"),
        ngettext_noop("Reject {n} post?", "Reject {n} posts?"),
        noop("Only the author and administrators can see a rejected post. Authors are notified."),
        "eye_off",
    ),
    ActionButton(
        "hide",
        noop("Unpublish"),
        noop("Unpublish the post?"),
        ngettext_noop("Unpublish {n} post?", "Unpublish {n} posts?"),
        noop(
            "Only the author and administrators can see an unpublished post. Authors are notified."
        ),
        "eye_off",
    ),
    ActionButton(
        "publish",
        noop("Publish again"),
        noop("Publish the post again?"),
        ngettext_noop("Publish {n} post again?", "Publish {n} posts again?"),
        noop("Visible to everyone again."),
        "eye",
    ),
    ActionButton(
        "delete",
        noop("Delete"),
        noop("Delete the post?"),
        ngettext_noop("Delete {n} post?", "Delete {n} posts?"),
        noop("A post disappears with its discussion. You can restore it for 30 days."),
        "trash",
        "danger",
    ),
    ActionButton(
        "restore",
        noop("Restore"),
        noop("Restore the post?"),
        ngettext_noop("Restore {n} post?", "Restore {n} posts?"),
        noop("A restored post gets the status it had before it was deleted."),
        "undo",
    ),
)


def posts_page() -> rx.Component:
    return record_page(
        "posts",
        PostTableState,
        ACTIONS,
        post_sheet,
        caption=_("Posts"),
        search_label=_("Search in titles and texts"),
        empty_title=_("No posts yet"),
        empty_text=_("Posts appear here as soon as someone publishes one."),
        empty_icon="list",
    )
