"""Read models of comments."""

from uuid import UUID

from community.core.views import Timestamp, View
from community.domain.accounts.schemas import Person
from community.domain.site.schemas import ReactionCount


class Picture(View):
    """An image attached to a comment."""

    id: UUID
    url: str
    alt: str = ""
    width: int
    height: int
    variants: dict[str, str] = {}


class CommentCan(View):
    """What the viewer may do with a comment; `report` is false, as there is no way to report."""

    edit: bool = False
    delete: bool = False
    pin: bool = False
    report: bool = False
    moderate: bool = False


class CommentView(View):
    """A comment.

    A deleted one with living replies is a stub: no author, no text. So is a published one by
    somebody whom the viewer ignores.
    """

    id: int
    post_id: int
    parent_id: int | None = None
    branch_id: int
    depth: int
    author: Person | None = None
    text: str = ""
    html: str = ""
    media: list[Picture] = []
    mentions: list[Person] = []
    moderation_status: str = "published"
    is_pinned: bool = False
    is_by_post_author: bool = False
    reactions: list[ReactionCount] = []
    my_reaction: str | None = None
    replies_count: int = 0
    descendants_count: int = 0
    can: CommentCan = CommentCan()
    answers: str | None = None
    version: int = 1
    edit_until: Timestamp | None = None
    edited_at: Timestamp | None = None
    created_at: Timestamp
    url: str


class Thread(View):
    """A page of a discussion, flat, in walking order: each root followed by its loaded descendants.

    `next_cursor` continues the roots. Where `replies_count` of a comment is more than its loaded
    children, the rest is behind `GET /comments/{comment}/replies`, from `more[comment id]` on
    (where that is empty, from the first on).
    """

    items: list[CommentView]
    next_cursor: str | None = None
    more: dict[str, str] = {}
    total: int = 0


class CommentRevisionView(View):
    """What a comment said before a change."""

    id: int
    text: str
    created_at: Timestamp
