"""What a clean-up covers, and its progress."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from community.core.read_models import ReadModel, Timestamp

State = Literal["running", "finished", "undoing", "undone"]


class CleanupOptions(BaseModel):
    """What a clean-up covers, and what becomes of it."""

    content: Annotated[
        Literal["hide", "delete"],
        Field(description="`hide` unpublishes posts and holds comments for moderation."),
    ] = "hide"
    posts: bool = True
    comments: bool = True
    messages: Annotated[
        bool, Field(description="Private messages, and requests that wait for an answer.")
    ] = True
    profile: Annotated[
        bool, Field(description="Empties the bio, and replaces the name by the username.")
    ] = True

    @property
    def is_deletion(self) -> bool:
        return self.content == "delete"

    def list_kinds(self) -> list[str]:
        kinds = {
            "posts": self.posts,
            "comments": self.comments,
            "messages": self.messages,
            "profile": self.profile,
        }
        return [kind for kind, is_covered in kinds.items() if is_covered]


class ContentCounts(ReadModel):
    """How much of a user a clean-up would hide, and how much it would delete.

    Attributes:
        messages: The number of private messages and of requests that wait for an answer. Both are
            hidden, also if posts and comments are deleted.
    """

    posts_to_hide: int
    comments_to_hide: int
    posts_to_delete: int
    comments_to_delete: int
    messages: int


class CleanupView(ReadModel):
    """The progress of a clean-up.

    Attributes:
        total: How many posts, comments, messages and requests there were at the beginning.
        hidden: How many of them are hidden or deleted now.
    """

    id: int
    user_id: int
    is_deletion: bool
    kinds: list[str]
    state: State
    total: int
    hidden: int
    created_at: Timestamp
    finished_at: Timestamp | None = None
