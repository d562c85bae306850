"""The places that the navigation of every page leads to."""

from dataclasses import dataclass
from typing import Final

from community import urls
from community.looks.icons import IconName


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the navigation; `for_members` ones are there for people who are signed in."""

    name: str
    href: str
    icon: IconName
    for_members: bool = False


NAVIGATION: Final = (
    Place("Popular", urls.POPULAR, "flame"),
    Place("New", urls.NEW, "clock"),
    Place("Personal", urls.PERSONAL, "users", for_members=True),
    Place("Communities", urls.COMMUNITIES, "globe"),
    Place("Drafts", urls.DRAFTS, "edit", for_members=True),
    Place("Settings", urls.SETTINGS, "settings", for_members=True),
)

# Of a phone: at most five fit.
BOTTOM: Final = (
    Place("Popular", urls.POPULAR, "flame"),
    Place("New", urls.NEW, "clock"),
    Place("Write", urls.WRITE, "write"),
    Place("Communities", urls.COMMUNITIES, "globe"),
    Place("Personal", urls.PERSONAL, "users"),
)

# At the foot of the rail: names and addresses.
FOOT: Final = (("Feed", urls.FEED), ("Interface", "/api/docs"))
