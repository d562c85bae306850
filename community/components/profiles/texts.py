"""Texts of profiles and communities, used by the server-rendered pages and by the components.

The constants are not translated yet. Pass them to `gettext` where they are shown.
"""

from typing import Any, Final, NamedTuple

from community import urls
from community.components.feed_texts import EmptyMessage
from community.domain.pages import FollowListName
from community.i18n import gettext as _, noop


class FollowListTexts(NamedTuple):
    title: str
    empty: EmptyMessage


IGNORED_TEXT: Final = noop(
    "You're ignoring this person. Outside this page, their posts and comments are hidden."
)
CLOSED_TEXT: Final = noop(
    "This community is closed. You can read it, but not post, comment or join."
)
COMMUNITIES_INTRO: Final = noop("Each community has one topic and its own rules.")


def follow_list_texts() -> dict[FollowListName, FollowListTexts]:
    return {
        "followers": FollowListTexts(
            _("Followers"),
            EmptyMessage(_("No followers yet"), _("New followers will appear here."), "users"),
        ),
        "following": FollowListTexts(
            _("Following"),
            EmptyMessage(
                _("Not following anyone yet"),
                _("The people they follow will appear here."),
                "users",
            ),
        ),
    }


def follow_list_heading(name: FollowListName, user_name: Any) -> str:
    """Return the heading of a list. `user_name` is a string or a Reflex Var."""
    if name == "followers":
        return _("Followers of {name}", name=user_name)
    return _("People {name} follows", name=user_name)


def no_communities_message() -> EmptyMessage:
    return EmptyMessage(
        _("No communities yet"),
        _("Create the first one. All it needs is a topic and a name."),
        "globe",
        (urls.NEW_COMMUNITY, _("Create a community")),
    )


def community_form_sign_in_prompt() -> EmptyMessage:
    return EmptyMessage(
        _("Start a community"),
        _("Sign in to create a community. You choose its rules and who can publish."),
        "globe",
        (urls.sign_in(urls.NEW_COMMUNITY), _("Sign in")),
    )


def posting_permission_options() -> list[tuple[str, str]]:
    return [
        ("everyone", _("Everyone")),
        ("members", _("Members")),
        ("moderators", _("Moderators only")),
    ]


def community_form_title(*, is_new: bool) -> str:
    return _("Create a community") if is_new else _("Edit community")
