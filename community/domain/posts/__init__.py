"""Actions on posts and drafts, permission checks, and queries that load posts and drafts."""

from community.domain.posts.comment_permissions import ensure_may_comment
from community.domain.posts.content import normalize_tag
from community.domain.posts.counters import adjust_comments_count, set_reaction_counts
from community.domain.posts.deletion import delete, restore
from community.domain.posts.drafts import create_draft, discard_changes, save_draft
from community.domain.posts.events import (
    PostDeleted,
    PostEdited,
    PostPublished,
    PostRestored,
    PostUnpublished,
)
from community.domain.posts.hotness import compute_hotness
from community.domain.posts.pinning import pin, unpin
from community.domain.posts.policies import (
    find_comment_restriction,
    is_published,
    may_comment,
    may_delete,
    may_edit,
    may_read,
    readable_by,
)
from community.domain.posts.publishing import edit, publish, unpublish
from community.domain.posts.queries import (
    get_draft,
    get_readable,
    get_view,
    list_drafts,
    may_moderate,
)
from community.domain.posts.schemas import (
    DraftCard,
    DraftView,
    PostCard,
    PostChanges,
    PostPermissions,
    PostView,
)
from community.domain.posts.serializers import build_cards
from community.domain.posts.view_counts import flush_views, record_view

__all__ = [
    "DraftCard",
    "DraftView",
    "PostCard",
    "PostChanges",
    "PostDeleted",
    "PostEdited",
    "PostPermissions",
    "PostPublished",
    "PostRestored",
    "PostUnpublished",
    "PostView",
    "adjust_comments_count",
    "build_cards",
    "compute_hotness",
    "create_draft",
    "delete",
    "discard_changes",
    "edit",
    "ensure_may_comment",
    "find_comment_restriction",
    "flush_views",
    "get_draft",
    "get_readable",
    "get_view",
    "is_published",
    "list_drafts",
    "may_comment",
    "may_delete",
    "may_edit",
    "may_moderate",
    "may_read",
    "normalize_tag",
    "pin",
    "publish",
    "readable_by",
    "record_view",
    "restore",
    "save_draft",
    "set_reaction_counts",
    "unpin",
    "unpublish",
]
