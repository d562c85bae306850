"""The words of profiles and communities, which documents and live pages share."""

from typing import Final, NamedTuple

from community import urls
from community.looks.feeds import Invitation


class Side(NamedTuple):
    """One of the two lists of people around somebody."""

    title: str
    of: str
    nobody: Invitation


SIDES: Final = {
    "followers": Side(
        "Followers",
        "Followers of",
        Invitation("Nobody yet", "Followers will stand here, the newest first.", "users"),
    ),
    "following": Side(
        "Following",
        "Followed by",
        Invitation(
            "Nobody yet", "The people they follow will stand here, the newest first.", "users"
        ),
    ),
}
IGNORED: Final = "You ignore this person: what they write is hidden from you elsewhere."
CLOSED: Final = "This community is closed: what was published stays, nothing new comes."
COMMUNITIES: Final = "Places for one subject, each with rules of its own."
NO_COMMUNITIES: Final = Invitation(
    "No communities yet",
    "Open the first one: a subject and a name are enough.",
    "globe",
    (urls.NEW_COMMUNITY, "Open a community"),
)
FOR_MEMBERS: Final = Invitation(
    "A place for your subject",
    "Sign in to open a community: you choose its rules and who may publish.",
    "globe",
    (urls.SIGN_IN, "Sign in"),
)
# Who may publish, by value.
POSTING: Final = (
    ("everyone", "Everyone"),
    ("members", "Members"),
    ("moderators", "Moderators only"),
)
