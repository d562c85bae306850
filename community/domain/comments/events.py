"""Domain events that the actions on comments record."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class CommentPosted(DomainEvent):
    comment_id: int
    post_id: int
    parent_id: int | None
    author_id: int
    has_mentions: bool = True  # False if the comment certainly mentions no user


@dataclass(frozen=True, slots=True)
class CommentEdited(DomainEvent):
    comment_id: int
    post_id: int
    # Users whom the new text mentions and the previous text did not
    newly_mentioned_user_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CommentHidden(DomainEvent):
    """A published comment was deleted or held for moderation."""

    comment_id: int
    post_id: int


@dataclass(frozen=True, slots=True)
class CommentHeld(DomainEvent):
    """A comment waits for the approval of a moderator.

    If it was published before, the action also records a `CommentHidden` event.
    """

    comment_id: int
    post_id: int


@dataclass(frozen=True, slots=True)
class CommentUnhidden(DomainEvent):
    """A comment that was deleted or held for moderation was published."""

    comment_id: int
    post_id: int


@dataclass(frozen=True, slots=True)
class CommentMoved(DomainEvent):
    """A comment has another author, because two accounts are being merged."""

    comment_id: int
    post_id: int


@dataclass(frozen=True, slots=True)
class CommentPinChanged(DomainEvent):
    comment_id: int
    post_id: int
