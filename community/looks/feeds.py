"""The words of feeds, which documents and live pages share."""

from typing import Final, NamedTuple

from community import urls
from community.looks.icons import IconName

TABS: Final = (
    (urls.POPULAR, "Popular"),
    (urls.NEW, "New"),
    (urls.PERSONAL, "Personal"),
)
TITLES: Final = {"popular": "Popular", "new": "New", "personal": "Personal"}
INTROS: Final = {
    "popular": "What people read and talk about now.",
    "new": "Everything that was published, newest first.",
    "personal": "New posts of your authors and communities.",
}
TAGGED: Final = "Newest first."
MORE: Final = "More posts"


class Invitation(NamedTuple):
    """What an empty place says; `action` is an address and its words."""

    title: str
    text: str
    icon: IconName
    action: tuple[str, str] | None = None


EMPTY: Final = {
    "popular": Invitation(
        "It is quiet here",
        "Nobody has published anything yet. The first post is the one that people remember.",
        "write",
        (urls.WRITE, "Write it"),
    ),
    "new": Invitation(
        "It is quiet here",
        "Nobody has published anything yet. The first post is the one that people remember.",
        "write",
        (urls.WRITE, "Write it"),
    ),
    "personal": Invitation(
        "A feed of your own",
        "Follow people and join communities, and their new posts will stand here.",
        "users",
        (urls.COMMUNITIES, "Find communities"),
    ),
}
FOR_MEMBERS: Final = Invitation(
    "A feed of your own",
    "Sign in, follow people and join communities: their new posts will stand here.",
    "users",
    (urls.SIGN_IN, "Sign in"),
)
NO_TAGGED: Final = Invitation(
    "Nothing under this tag yet",
    "Perhaps you have something to say about it.",
    "hash",
    (urls.WRITE, "Write a post"),
)
NO_POSTS: Final = Invitation("No posts yet", "What they publish will stand here.", "write")
NO_OWN_POSTS: Final = Invitation(
    "No posts yet",
    "Your posts will stand here for everybody to read.",
    "write",
    (urls.WRITE, "Write your first"),
)
NO_POSTS_HERE: Final = Invitation(
    "No posts yet", "Somebody has to be the first to publish here.", "write"
)
