from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.people.schemas import UserSummary
from community.domain.site.schemas import ReactionCount


class CommentImage(ReadModel):
    id: UUID
    url: str
    alt: str = ""
    width: int
    height: int
    variants: dict[str, str] = {}


class CommentPermissions(ReadModel):
    edit: bool = False
    delete: bool = False
    pin: bool = False
    react: bool = False
    report: bool = False
    moderate: bool = False


class CommentView(ReadModel):
    """A comment as the viewer sees it.

    `author` is null and `text` is empty if the viewer ignores the author or may not read the text.
    For example, only moderators may read the text of a comment that a moderator deleted, and only
    its author the text of a comment that the author deleted.
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


class CommentedPost(ReadModel):
    id: int
    title: str
    url: str


class AuthoredComment(ReadModel):
    """A published comment in the list of the comments of its author."""

    id: int
    post: CommentedPost
    html: str
    media: list[CommentImage] = []
    replies_count: int
    edited_at: Timestamp | None = None
    created_at: Timestamp
    url: str


class Thread(ReadModel):
    """One page of comments.

    `items` is a flat list, in which each comment is followed by its loaded replies. `next_cursor`
    is the cursor of the next page. `total` also counts the comments on other pages.

    `more` contains an entry for each comment whose replies are not all in `items`. The key is the
    id of the comment. The value is a cursor. The client sends this cursor to
    `GET /comments/{comment}/replies` to load the missing replies. The cursor is empty if `items`
    contains no replies to the comment.
    """

    items: list[CommentView]
    next_cursor: str | None = None
    more: dict[str, str] = {}
    total: int = 0


class CommentModerationView(ReadModel):
    """A change of the status of a comment.

    `actor` is null and `rule` is not empty if a rule of the site held the comment. `status_before`
    is empty if the comment was held when it was sent.
    """

    id: int
    actor: UserSummary | None = None
    status_before: str = ""
    status: str
    reason: str = ""
    rule: str = ""
    created_at: Timestamp


class CommentRevisionView(ReadModel):
    """The text that a comment had before an edit."""

    id: int
    text: str
    created_at: Timestamp


class CommentRecord(ReadModel):
    """A comment as the Admin Panel shows it."""

    comment: CommentView
    # The comment that it replies to, if the viewer may read that comment
    parent: CommentView | None = None
    author_id: int
    post_title: str
    community: str = ""  # the name of the community of the post, or an empty string
    revisions: list[CommentRevisionView] = []  # its former texts, newest first
    moderations: list[CommentModerationView] = []  # the changes of its status, newest first
