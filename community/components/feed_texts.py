"""Texts of feeds, used by the server-rendered pages and by the components.

The constants are not translated yet. Pass them to `gettext` where they are shown.
"""

from typing import Any, Final, NamedTuple

from community import urls
from community.i18n import gettext as _, noop
from community.rendering import choose, plural_text
from community.styles.ui.icons import IconName

MORE_POSTS: Final = noop("More posts")
# Translators: stands between the author and the community of a post, as in "Alice in Bread".
COMMUNITY_PREFIX: Final = noop("in")


def tag_intro(count: Any, *, is_more: Any) -> Any:
    """Return how many posts have a tag. `count` is a number or a Reflex Var.

    Args:
        is_more: Whether there are more posts, which are not counted.
    """
    return choose(
        is_more,
        plural_text(
            "More than {n} post, newest first.", "More than {n} posts, newest first.", count
        ),
        plural_text("{n} post, newest first.", "{n} posts, newest first.", count),
    )


class EmptyMessage(NamedTuple):
    """The message shown in place of an empty list.

    `action` contains the URL and the label of a link below the message.
    """

    title: str
    text: str
    icon: IconName
    action: tuple[str, str] | None = None


def feed_titles() -> dict[str, str]:
    return {"popular": _("Popular"), "new": _("New"), "personal": _("Personal")}


def feed_tabs() -> tuple[tuple[str, str], ...]:
    addresses = {"popular": urls.POPULAR, "new": urls.NEW, "personal": urls.PERSONAL}
    return tuple((addresses[name], title) for name, title in feed_titles().items())


def feed_meta_descriptions() -> dict[str, str]:
    return {
        "popular": _("Popular posts and active discussions."),
        "new": _("All posts, newest first."),
        "personal": _("New posts from the authors and communities you follow."),
    }


def empty_feed_messages() -> dict[str, EmptyMessage]:
    first_post = EmptyMessage(
        _("No posts yet"),
        _("Be the first to post."),
        "write",
        (urls.WRITE, _("Write a post")),
    )
    return {
        "popular": first_post,
        "new": first_post,
        "personal": EmptyMessage(
            _("Your personal feed"),
            _("Follow people and join communities, and their new posts will appear here."),
            "users",
            (urls.COMMUNITIES, _("Find communities")),
        ),
    }


def personal_feed_sign_in_prompt() -> EmptyMessage:
    return EmptyMessage(
        _("Your personal feed"),
        _("Sign in, follow people and join communities to see their new posts here."),
        "users",
        (urls.sign_in(urls.PERSONAL), _("Sign in")),
    )


def no_tagged_posts_message() -> EmptyMessage:
    return EmptyMessage(
        _("No posts with this tag yet"),
        _("Be the first to post."),
        "hash",
        (urls.WRITE, _("Write a post")),
    )


def no_user_posts_message() -> EmptyMessage:
    return EmptyMessage(_("No posts yet"), _("Their posts will appear here."), "write")


def no_own_posts_message() -> EmptyMessage:
    return EmptyMessage(
        _("No posts yet"),
        _("Your published posts will appear here."),
        "write",
        (urls.WRITE, _("Write your first post")),
    )


def no_community_posts_message() -> EmptyMessage:
    return EmptyMessage(_("No posts yet"), _("Be the first to post."), "write")
