"""What happens to comments."""

from dataclasses import dataclass

from community.core.events import Fact


@dataclass(frozen=True, slots=True)
class CommentPosted(Fact):
    """A comment became visible to everybody for the first time."""

    comment_id: int
    post_id: int
    parent_id: int | None
    author_id: int


@dataclass(frozen=True, slots=True)
class CommentEdited(Fact):
    """The text of a comment changed; `named` are the people it did not mention before."""

    comment_id: int
    post_id: int
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CommentHidden(Fact):
    """A comment left `published`: deleted, or held for moderation."""

    comment_id: int
    post_id: int


@dataclass(frozen=True, slots=True)
class CommentShown(Fact):
    """A comment that was hidden is `published` again."""

    comment_id: int
    post_id: int


@dataclass(frozen=True, slots=True)
class CommentPinned(Fact):
    """The pinned comment of a post changed; `comment_id` is the one that was pinned or unpinned."""

    comment_id: int
    post_id: int
