"""What demo content is made of. Ages are how long before the day of loading something happened."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

Posting = Literal["everyone", "members", "moderators"]

PICTURE_SCHEME = "picture:"
"""How the texts of posts name the pictures inside them: ``![alt](picture:name)``."""


@dataclass(frozen=True)
class Person:
    """Somebody of the cast. An empty ``avatar`` or ``header`` means that there is none."""

    slug: str
    name: str
    email: str
    bio: str
    avatar: str
    header: str
    age: timedelta
    follows: tuple[str, ...]
    member_of: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """A community; ``posting`` says who may write posts there."""

    slug: str
    name: str
    description: str
    rules: str
    avatar: str
    header: str
    owner: str
    moderators: tuple[str, ...]
    posting: Posting
    age: timedelta


@dataclass(frozen=True)
class Entry:
    """A post; without a ``community`` it stands on the author's own page.

    ``discussion`` is the file with what was said under it, None where the long thread is composed.
    ``pinned`` is how the remark begins that its author put on top, empty where there is none;
    a post that is ``on_top`` is pinned in its community.
    """

    slug: str
    title: str
    intro: str
    text: str
    author: str
    community: str | None
    tags: tuple[str, ...]
    cover: str
    pictures: tuple[str, ...]
    discussion: str | None
    pinned: str
    on_top: bool
    age: timedelta

    def text_with(self, addresses: Mapping[str, str]) -> str:
        """The Markdown with the name of each picture replaced by its address.

        Raises:
            KeyError: a picture of this post has no address.
        """
        text = self.text
        for name in self.pictures:
            text = text.replace(f"({PICTURE_SCHEME}{name})", f"({addresses[name]})")
        return text


@dataclass(frozen=True)
class Remark:
    """A comment; ``number`` counts from 0 in posting order, ``parent`` is another's number."""

    number: int
    parent: int | None
    author: str
    text: str
    after: timedelta


@dataclass(frozen=True)
class Applause:
    """A reaction to a post, or to one of its remarks; ``mood`` (0 to 1) chooses which one."""

    person: str
    remark: int | None
    mood: float
