"""Comments: replying, changing, removing and pinning; discussions page by page."""

from community.domain.comments.actions import (
    delete,
    destroy_branch,
    edit,
    pin,
    reply,
    restore,
    set_reactions,
    unpin,
)
from community.domain.comments.events import (
    CommentEdited,
    CommentHidden,
    CommentPinned,
    CommentPosted,
    CommentShown,
)
from community.domain.comments.opening import Opening, again, open_discussion
from community.domain.comments.order import Order
from community.domain.comments.policies import ensure_images_fit
from community.domain.comments.queries import (
    context,
    get_pushed,
    get_readable,
    get_view,
    history,
    replies,
    thread,
)
from community.domain.comments.schemas import (
    CommentCan,
    CommentRevisionView,
    CommentView,
    Picture,
    Thread,
)
from community.domain.comments.thread import REPLIES_PER_PAGE, ROOTS_PER_PAGE
from community.domain.comments.views import unheard

__all__ = [
    "REPLIES_PER_PAGE",
    "ROOTS_PER_PAGE",
    "CommentCan",
    "CommentEdited",
    "CommentHidden",
    "CommentPinned",
    "CommentPosted",
    "CommentRevisionView",
    "CommentShown",
    "CommentView",
    "Opening",
    "Order",
    "Picture",
    "Thread",
    "again",
    "context",
    "delete",
    "destroy_branch",
    "edit",
    "ensure_images_fit",
    "get_pushed",
    "get_readable",
    "get_view",
    "history",
    "open_discussion",
    "pin",
    "replies",
    "reply",
    "restore",
    "set_reactions",
    "thread",
    "unheard",
    "unpin",
]
