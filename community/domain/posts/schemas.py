"""Read models of posts and drafts, and the type for changes to a post."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts.schemas import UserSummary
from community.domain.communities.schemas import CommunitySummary
from community.domain.site.schemas import ReactionCount


class PostCard(ReadModel):
    """A post in a feed, without its text. `my_reaction` and `is_watching` depend on the viewer."""

    id: int
    slug: str
    title: str
    intro: str = ""
    cover: str | None = None
    author: UserSummary
    community: CommunitySummary | None = None
    tags: list[str] = []
    status: str
    comments_enabled: bool = True
    is_pinned: bool = False
    summary: str | None = None
    reading_time: int = 1
    views_count: int = 0
    comments_count: int = 0
    reactions: list[ReactionCount] = []
    my_reaction: str | None = None
    is_favorite: bool = False
    is_watching: bool = False
    published_at: Timestamp | None = None
    edited_at: Timestamp | None = None
    created_at: Timestamp
    url: str


class PostPermissions(ReadModel):
    """The actions that the viewer may perform on a post."""

    edit: bool = False
    delete: bool = False
    publish: bool = False
    comment: bool = False
    moderate: bool = False


class PostView(PostCard):
    """A post with its text.

    A client that changes the post sends `version` as `base_version`, so that the server can detect
    concurrent edits.
    """

    text: str = ""
    html: str = ""
    version: int = 1
    can: PostPermissions = PostPermissions()


class DraftCard(ReadModel):
    """A post in the list of drafts.

    The post is a draft, is unpublished, or is published and has unpublished changes.
    """

    id: int
    status: str
    title: str
    intro: str
    community: CommunitySummary | None = None
    has_unpublished_changes: bool = False
    saved_at: Timestamp
    url: str


class DraftView(ReadModel):
    """The version of a post that its author edits, including saved but unpublished changes."""

    id: int
    client_id: UUID | None = None
    slug: str
    status: str
    title: str
    intro: str
    text: str
    cover: str | None = None
    community: CommunitySummary | None = None
    tags: list[str] = []
    comments_enabled: bool = True
    has_unpublished_changes: bool = False
    version: int = 1
    saved_at: Timestamp
    url: str


class PostChanges(TypedDict, total=False):
    """The new values of the changed fields of a post. Missing fields keep their values."""

    title: str
    intro: str
    text: str
    cover: str | None
    tags: Sequence[str]
    community_id: int | None
    comments_enabled: bool
