"""Read models of posts."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from community.core.views import Timestamp, View
from community.domain.accounts.schemas import Person
from community.domain.communities.schemas import CommunityLabel
from community.domain.site.schemas import ReactionCount


class PostCard(View):
    """A post in a feed, without its text. `my_reaction` and `is_watching` are the viewer's."""

    id: int
    slug: str
    title: str
    intro: str = ""
    cover: str | None = None
    author: Person
    community: CommunityLabel | None = None
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


class PostCan(View):
    """What the viewer may do with a post."""

    edit: bool = False
    delete: bool = False
    publish: bool = False
    comment: bool = False
    moderate: bool = False


class PostView(PostCard):
    """A post with its text. `version` is what a change has to be based on."""

    text: str = ""
    html: str = ""
    version: int = 1
    can: PostCan = PostCan()


class DraftCard(View):
    """A post in its author's list of things to finish."""

    id: int
    status: str
    title: str
    intro: str
    community: CommunityLabel | None = None
    has_unpublished_changes: bool = False
    saved_at: Timestamp
    url: str


class DraftView(View):
    """A post as its author edits it: the saved draft, which readers may not have seen yet."""

    id: int
    client_id: UUID | None = None
    slug: str
    status: str
    title: str
    intro: str
    text: str
    cover: str | None = None
    community: CommunityLabel | None = None
    tags: list[str] = []
    comments_enabled: bool = True
    has_unpublished_changes: bool = False
    version: int = 1
    saved_at: Timestamp
    url: str


class PostChanges(TypedDict, total=False):
    """What an author may change in a post; what is not given stays."""

    title: str
    intro: str
    text: str
    cover: str | None
    tags: Sequence[str]
    community_id: int | None
    comments_enabled: bool
