"""Texts of a discussion, used by the server-rendered page and by the components.

The constants are not translated yet. Pass them to `gettext` where they are shown.
"""

from typing import Final

from community.i18n import gettext as _, noop

EMPTY: Final = noop("No comments yet. Start the conversation.")
SINGLE_THREAD: Final = noop("You're viewing a single thread.")
LATER_PAGE: Final = noop("You're viewing a later part of the discussion.")
COMMENT_NOT_FOUND: Final = noop("This comment is no longer available. Showing all comments.")
SHOW_ALL: Final = noop("Show all comments")
# Translators: badge on a comment that was written by the author of the post.
AUTHOR_BADGE: Final = noop("author")

# Translators: badge on a comment that waits for the approval of a moderator.
PENDING_BADGE: Final = noop("On moderation")
PENDING_NOTICE: Final = noop("Only the author and moderators can see this comment until approval.")


def sort_order_labels() -> dict[str, str]:
    """Return a dict from the code of each sort order to its label.

    The first entry is the default order.
    """
    return {
        # Translators: a sort order of comments.
        "best": _("Best"),
        "new": _("Newest"),
        "old": _("Oldest"),
        "controversial": _("Controversial"),
    }


def hidden_comment_texts() -> dict[str, str]:
    """Return the text that is shown in place of a hidden comment, by moderation status.

    If the status is `published`, the comment is hidden because the reader ignores the author.
    """
    return {
        "deleted": _("This comment was deleted."),
        "on_moderation": _("This comment is waiting for approval."),
        "published": _("You're ignoring this person."),
    }
