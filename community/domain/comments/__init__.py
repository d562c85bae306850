"""Actions on comments, permission checks, and queries that load comments and threads."""

from community.domain.comments.actions import (
    delete,
    destroy_branch,
    edit,
    reply,
    restore,
    set_reaction_counts,
)
from community.domain.comments.events import (
    CommentEdited,
    CommentHidden,
    CommentPinChanged,
    CommentPosted,
    CommentUnhidden,
)
from community.domain.comments.order import Order
from community.domain.comments.pinning import pin, unpin
from community.domain.comments.policies import ensure_media_count
from community.domain.comments.queries import (
    get_public_view,
    get_readable,
    get_thread,
    get_view,
    get_with_context,
    list_replies,
    list_revisions,
)
from community.domain.comments.schemas import (
    CommentImage,
    CommentPermissions,
    CommentRevisionView,
    CommentView,
    Thread,
)
from community.domain.comments.serializers import get_ignored_author_ids
from community.domain.comments.thread_page import ThreadPage, get_thread_page, reload
from community.domain.comments.tree import REPLIES_PER_PAGE, ROOTS_PER_PAGE

__all__ = [
    "REPLIES_PER_PAGE",
    "ROOTS_PER_PAGE",
    "CommentEdited",
    "CommentHidden",
    "CommentImage",
    "CommentPermissions",
    "CommentPinChanged",
    "CommentPosted",
    "CommentRevisionView",
    "CommentUnhidden",
    "CommentView",
    "Order",
    "Thread",
    "ThreadPage",
    "delete",
    "destroy_branch",
    "edit",
    "ensure_media_count",
    "get_ignored_author_ids",
    "get_public_view",
    "get_readable",
    "get_thread",
    "get_thread_page",
    "get_view",
    "get_with_context",
    "list_replies",
    "list_revisions",
    "pin",
    "reload",
    "reply",
    "restore",
    "set_reaction_counts",
    "unpin",
]
