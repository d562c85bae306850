from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.core.text.markup import RenderedArticle
from community.domain.communities.schemas import CommunitySummary
from community.domain.people.schemas import UserSummary
from community.domain.site.schemas import ReactionCount


class PostCard(ReadModel):
    """A post in a feed, without its text.

    `excerpt` is the beginning of the text. `my_reaction`, `can_react` and `is_watching` depend on
    the viewer.
    """

    id: int
    slug: str
    title: str
    intro: str = ""
    excerpt: str = ""
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
    can_react: bool = False
    is_favorite: bool = False
    is_watching: bool = False
    published_at: Timestamp | None = None
    edited_at: Timestamp | None = None
    created_at: Timestamp
    url: str


@dataclass(frozen=True, slots=True)
class PostSummary:
    """What a notification shows of a post."""

    id: int
    author_id: int
    slug: str
    title: str
    is_readable: bool  # whether the viewer may read the post; otherwise they must not see its title


class PostPermissions(ReadModel):
    """The actions that the viewer may perform on a post.

    `comment_restriction` is the reason why the viewer may not comment, as a text.
    """

    edit: bool = False
    delete: bool = False
    publish: bool = False
    pin: bool = False
    comment: bool = False
    comment_restriction: str = ""
    report: bool = False
    moderate: bool = False


class ArticleView(PostCard):
    """A post as its page shows it.

    A client that changes the post sends `version` as `base_version`, so that the server can detect
    concurrent edits.
    """

    html: str = ""
    version: int = 1
    can: PostPermissions = PostPermissions()


class PostView(ArticleView):
    text: str = ""


class PostRecord(ReadModel):
    """A post as the Admin Panel shows it.

    `html` is the text of a post that waits for a moderator, and `hold_rule` the rule that holds it.
    """

    id: int
    title: str
    excerpt: str = ""
    status: str
    author: UserSummary
    community: CommunitySummary | None = None
    tags: list[str] = []
    comments_count: int = 0
    reactions_count: int = 0
    views_count: int = 0
    hold_rule: str = ""
    html: str = ""
    version: int = 1
    can_publish: bool = False
    can_restore: bool = False
    published_at: Timestamp | None = None
    edited_at: Timestamp | None = None
    url: str


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
    """The new values of the changed fields of a post. Missing fields keep their values.

    `text` is the result of `render_text`.
    """

    title: str
    intro: str
    text: RenderedArticle
    cover: str | None
    tags: Sequence[str]
    community_id: int | None
    comments_enabled: bool


class PostColumns(TypedDict, total=False):
    """Validated values of the columns of a post that authors change."""

    title: str
    intro: str
    text: str
    html: str
    cover: str | None
    tags: Sequence[str]
    community_id: int | None
    comments_enabled: bool
