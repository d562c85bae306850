"""Read models of comments and threads."""

from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts.schemas import UserSummary
from community.domain.site.schemas import ReactionCount


class CommentImage(ReadModel):
    """An image attached to a comment."""

    id: UUID
    url: str
    alt: str = ""
    width: int
    height: int
    variants: dict[str, str] = {}


class CommentPermissions(ReadModel):
    """The actions that the viewer may perform on a comment. `report` is always false."""

    edit: bool = False
    delete: bool = False
    pin: bool = False
    report: bool = False
    moderate: bool = False


class CommentView(ReadModel):
    """A comment as the viewer sees it.

    `author` and `text` are empty if the viewer ignores the author or may not read the text.
    For example, most viewers may not read the text of a deleted comment that still has replies.
    """

    id: int
    post_id: int
    parent_id: int | None = None
    branch_id: int
    depth: int
    author: UserSummary | None = None
    text: str = ""
    html: str = ""
    media: list[CommentImage] = []
    mentions: list[UserSummary] = []
    moderation_status: str = "published"
    is_pinned: bool = False
    is_by_post_author: bool = False
    reactions: list[ReactionCount] = []
    my_reaction: str | None = None
    replies_count: int = 0
    descendants_count: int = 0
    can: CommentPermissions = CommentPermissions()
    parent_author_name: str | None = None
    version: int = 1
    edit_until: Timestamp | None = None
    edited_at: Timestamp | None = None
    created_at: Timestamp
    url: str


class Thread(ReadModel):
    """A page of a thread as a flat list. Each root comment is followed by its loaded descendants.

    `next_cursor` is the cursor for the page with the next root comments. `more` has an entry for
    each comment that has more replies than the page contains. The key is the id of the comment, and
    the value is the cursor with which `GET /comments/{comment}/replies` returns the other replies.
    The cursor is empty if the page contains no replies to the comment.
    """

    items: list[CommentView]
    next_cursor: str | None = None
    more: dict[str, str] = {}
    total: int = 0


class CommentRevisionView(ReadModel):
    """The text that a comment had before an edit."""

    id: int
    text: str
    created_at: Timestamp
