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
    """A post. If `community` is None, the post is published on the author's profile.

    Attributes:
        discussion_file: The file with the comments, or None for the generated long thread.
        pinned_comment_start: The first words of the pinned comment, or an empty string if no
            comment is pinned.
        is_pinned: Whether the post is pinned in its community.
    """

    slug: str
    title: str
    intro: str
    text: str
    author: str
    community: str | None
    tags: tuple[str, ...]
    cover: str
    images: tuple[str, ...]
    discussion_file: str | None
    pinned_comment_start: str
    is_pinned: bool
    age: timedelta

    def render_text(self, urls: Mapping[str, str]) -> str:
        """Return the Markdown text, with image names replaced by URLs.

        Raises:
            KeyError: `urls` does not contain the URL of an image of this post.
        """
        text = self.text
        for name in self.images:
            text = text.replace(f"({IMAGE_SCHEME}{name})", f"({urls[name]})")
        return text


@dataclass(frozen=True)
class DemoComment:
    """A comment on a demo post.

    Attributes:
        number: The position among the comments on the post, in chronological order from 0.
        parent: The `number` of the parent comment, or None for a top-level comment.
        delay: The time between the publication of the post and the comment.
    """

    number: int
    parent: int | None
    author: str
    text: str
    delay: timedelta


@dataclass(frozen=True)
class DemoReaction:
    """A reaction to a post or to one of its comments.

    Attributes:
        user: The slug of the user.
        comment: The `number` of the comment, or None for a reaction to the post.
        mood: A number from 0 to 1 that selects the kind of reaction.
    """

    user: str
    comment: int | None
    mood: float


@dataclass(frozen=True)
class DemoMessage:
    """A private message.

    Attributes:
        reply_to: The position of the message in its conversation that it replies to, from 0.
        first_text: The text before the author edited it, or an empty string.
        reactions: The codes of the reactions, by the slugs of the users.
        picture: The name of an image, or an empty string.
        file: The name of a text file that contains `file_text`, or an empty string.
    """

    author: str
    text: str
    age: timedelta
    reply_to: int | None
    first_text: str
    reactions: Mapping[str, str]
    picture: str
    file: str
    file_text: str


@dataclass(frozen=True)
class DemoConversation:
    """A private conversation of two users, or a group, which has a name.

    Attributes:
        members: The first one starts the conversation, and owns a group.
        picture: The name of the image of a group, or an empty string.
        unread: How many of the last messages users have not read, by the slugs of the users.
        reported_by: The slug of the user who reports the last message, or an empty string.
    """

    slug: str
    name: str
    picture: str
    members: tuple[str, ...]
    messages: tuple[DemoMessage, ...]
    unread: Mapping[str, int]
    reported_by: str

    @property
    def age(self) -> timedelta:
        """The age of the last message."""
        return self.messages[-1].age
