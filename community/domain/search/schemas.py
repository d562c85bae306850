"""What a search looks for, and the read models of what it found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from community.core.read_models import ReadModel
from community.domain import comments, communities, posts
from community.domain.comments.schemas import CommentedPost
from community.domain.people import UserSummary


class SearchType(StrEnum):
    """The kinds of results. A search without a type finds posts and comments."""

    POST = "post"
    COMMENT = "comment"
    USER = "user"
    COMMUNITY = "community"
    TAG = "tag"


class SearchSort(StrEnum):
    """The order of posts and comments.

    Relevance also depends on their age and reactions. "Discussed" means the number of comments on a
    post, or of replies to a comment.
    """

    RELEVANCE = "relevance"
    NEW = "new"
    DISCUSSED = "discussed"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a person looks for. The filters have the same meaning as those inside `q`."""

    q: str  # the query as a person types it (`parse_query`)
    type: SearchType | None = None  # the kind of results, or None for posts and comments
    author: str = ""  # the username or the id of the author
    community: str = ""  # the slug or the id of the community
    # The tags of a post. Comments on it are found too.
    tags: Sequence[str] = ()
    published_from: datetime | None = None
    published_before: datetime | None = None  # the time before which it was published
    has_image: bool | None = None  # whether it shows an image; None means that it does not matter
    sort: SearchSort = SearchSort.RELEVANCE


class PostResult(ReadModel):
    """A post that a search found.

    Attributes:
        title_html: The title as HTML, in which `<mark>` surrounds the words of the query.
        excerpt_html: The best part of the text, as HTML of the same kind.
        matches: The number of different words of the query in the title and the text.
    """

    type: Literal["post"] = "post"
    target: posts.PostCard
    title_html: str
    excerpt_html: str
    matches: int


class CommentResult(ReadModel):
    """A comment that a search found. Its `url` leads to its place in the discussion.

    `excerpt_html` and `matches` are those of `PostResult`.
    """

    type: Literal["comment"] = "comment"
    target: comments.CommentView
    post: CommentedPost
    excerpt_html: str
    matches: int


class FoundUser(UserSummary):
    bio: str = ""
    followers_count: int = 0
    url: str


class FoundTag(ReadModel):
    """A tag of published posts.

    Attributes:
        posts_count: How many posts have it, at most `names.MAX_COUNTED`.
    """

    name: str
    posts_count: int
    url: str


class UserResult(ReadModel):
    """A user whose name or username contains the words of the query.

    Attributes:
        title_html: The name as HTML, in which `<mark>` surrounds the words of the query.
        excerpt_html: The beginning of the biography.
        matches: The number of words of the query that the name contains as a whole.
    """

    type: Literal["user"] = "user"
    target: FoundUser
    title_html: str
    excerpt_html: str = ""
    matches: int


class CommunityResult(ReadModel):
    """A community. The fields are those of `UserResult`, with the description as excerpt."""

    type: Literal["community"] = "community"
    target: communities.CommunityView
    title_html: str
    excerpt_html: str = ""
    matches: int


class TagResult(ReadModel):
    """A tag. The fields are those of `UserResult`, and it has no excerpt."""

    type: Literal["tag"] = "tag"
    target: FoundTag
    title_html: str
    excerpt_html: str = ""
    matches: int


SearchResult: TypeAlias = Annotated[
    PostResult | CommentResult | UserResult | CommunityResult | TagResult,
    Field(discriminator="type"),
]


class SearchPage(ReadModel):
    """One page of results.

    Attributes:
        total: The number of results that the actor may read. If `has_more_than_total`, there are
            more, which are not counted.
        did_you_mean: The query without typing errors, or None if it seems to have none.
    """

    items: list[SearchResult] = []
    next_cursor: str | None = None
    total: int = 0
    has_more_than_total: bool = False
    did_you_mean: str | None = None
