"""What happens in the demo, one small thing after the other. Nothing here knows the database.

``ago`` is how long before the day of loading something happened.
"""

from dataclasses import dataclass
from datetime import timedelta

from .schemas import Applause, Entry, Group, Person, Remark


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something that somebody did."""

    ago: timedelta


@dataclass(frozen=True, kw_only=True)
class Arrive(Act):
    """Somebody makes an account."""

    person: Person


@dataclass(frozen=True, kw_only=True)
class Found(Act):
    """Somebody opens a community."""

    group: Group


@dataclass(frozen=True, kw_only=True)
class Dress(Act):
    """Somebody says who they are, and shows their face."""

    person: Person


@dataclass(frozen=True, kw_only=True)
class Furnish(Act):
    """A community gets its pictures."""

    group: Group


@dataclass(frozen=True, kw_only=True)
class Enter(Act):
    """Somebody becomes a member of a community."""

    person: str
    group: str


@dataclass(frozen=True, kw_only=True)
class Appoint(Act):
    """The owner of a community lets a member moderate; they want to hear of each post there."""

    owner: str
    person: str
    group: str


@dataclass(frozen=True, kw_only=True)
class Follow(Act):
    """Somebody follows somebody."""

    person: str
    followed: str


@dataclass(frozen=True, kw_only=True)
class Publish(Act):
    """Somebody publishes a post."""

    entry: Entry


@dataclass(frozen=True, kw_only=True)
class Say(Act):
    """Somebody comments on the post ``slug``, or answers another comment there."""

    slug: str
    remark: Remark


@dataclass(frozen=True, kw_only=True)
class Clap(Act):
    """Somebody reacts to the post ``slug``, or to something that was said under it."""

    slug: str
    applause: Applause


@dataclass(frozen=True, kw_only=True)
class PinRemark(Act):
    """The author of a post puts a comment on top of its discussion."""

    entry: Entry
    remark: Remark


@dataclass(frozen=True, kw_only=True)
class PinPost(Act):
    """The owner of a community puts a post on top of it."""

    owner: str
    slug: str


@dataclass(frozen=True, kw_only=True)
class Silence(Act):
    """Somebody wants to be told of nothing."""

    person: str


@dataclass(frozen=True, kw_only=True)
class Listen(Act):
    """Somebody wants to be told of everything again."""

    person: str


@dataclass(frozen=True, kw_only=True)
class CatchUp(Act):
    """Somebody reads everything in their inbox."""

    person: str


@dataclass(frozen=True, kw_only=True)
class Glance(Act):
    """Somebody sees what is in their inbox and reads nothing of it."""

    person: str


@dataclass(frozen=True, kw_only=True)
class Draw(Act):
    """A post has had so many readers."""

    slug: str
    readers: int
