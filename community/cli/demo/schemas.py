"""The types of the demo content.

The attribute `age` is the time between the creation of an object and the day on which the demo
content is loaded.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

Posting = Literal["everyone", "members", "moderators"]

# The texts of posts refer to images as `![alt](picture:name)`.
IMAGE_SCHEME = "picture:"


@dataclass(frozen=True)
class DemoUser:
    """A user. `avatar` and `header` are names of images, or empty strings."""

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
class DemoCommunity:
    """A community. `posting` determines who may publish posts in it."""

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
class DemoPost:
    """A post. If `community` is None, the post is published on the author's profile."""

    slug: str
    title: str
    intro: str
    text: str
    author: str
    community: str | None
    tags: tuple[str, ...]
    cover: str
    images: tuple[str, ...]
    discussion_file: str | None  # the file with the comments, or None for the generated long thread
    # The first words of the pinned comment, or an empty string if no comment is pinned
    pinned_comment_start: str
    is_pinned: bool
    age: timedelta

    def render_text(self, urls: Mapping[str, str]) -> str:
        """Return the Markdown text, with image names replaced by URLs."""
        text = self.text
        for name in self.images:
            text = text.replace(f"({IMAGE_SCHEME}{name})", f"({urls[name]})")
        return text


@dataclass(frozen=True)
class DemoComment:
    number: int  # the position among the comments on the post, in chronological order from 0
    parent: int | None  # the `number` of the parent comment, or None for a top-level comment
    author: str
    text: str
    delay: timedelta  # the time between the publication of the post and the comment


@dataclass(frozen=True)
class DemoReaction:
    """A reaction to a post or to one of its comments."""

    user: str
    comment: int | None  # the `number` of the comment, or None for a reaction to the post
    mood: float  # a number from 0 to 1 that selects the kind of reaction


@dataclass(frozen=True)
class DemoMessage:
    author: str
    text: str
    age: timedelta
    # The position of the message in its conversation that it replies to, from 0
    reply_to: int | None
    first_text: str  # the text before the author edited it, or an empty string
    reactions: Mapping[str, str]  # the codes of the reactions, by the slugs of the users
    picture: str  # the name of an image, or an empty string
    file: str  # the name of a text file that contains `file_text`, or an empty string
    file_text: str


@dataclass(frozen=True)
class DemoConversation:
    """A private conversation of two users, or a group, which has a name."""

    slug: str
    name: str
    picture: str  # the name of the image of a group, or an empty string
    members: tuple[str, ...]  # the first one starts the conversation, and owns a group
    messages: tuple[DemoMessage, ...]
    # How many of the last messages users have not read, by the slugs of the users
    unread: Mapping[str, int]
    reported_by: str  # the slug of the user who reports the last message, or an empty string

    @property
    def age(self) -> timedelta:
        return self.messages[-1].age
