"""Posts: drafts and publishing, what readers see, and who may do what with it."""

from community.domain.posts.audience import flush_views, note_view
from community.domain.posts.commenting import ensure_may_comment
from community.domain.posts.content import tag_of
from community.domain.posts.counters import count_comment, set_reactions
from community.domain.posts.drafts import discard_changes, save_draft, start_draft
from community.domain.posts.events import (
    PostDeleted,
    PostEdited,
    PostPublished,
    PostRestored,
    PostUnpublished,
)
from community.domain.posts.hotness import hotness
from community.domain.posts.pinning import pin, unpin
from community.domain.posts.policies import (
    is_published,
    may_comment,
    may_delete,
    may_edit,
    may_read,
    readable_by,
    refusal_to_comment,
)
from community.domain.posts.publishing import edit, publish, unpublish
from community.domain.posts.queries import (
    drafts,
    get_draft,
    get_readable,
    get_view,
    may_moderate,
)
from community.domain.posts.removal import delete, restore
from community.domain.posts.schemas import (
    DraftCard,
    DraftView,
    PostCan,
    PostCard,
    PostChanges,
    PostView,
)
from community.domain.posts.views import cards

__all__ = [
    "DraftCard",
    "DraftView",
    "PostCan",
    "PostCard",
    "PostChanges",
    "PostDeleted",
    "PostEdited",
    "PostPublished",
    "PostRestored",
    "PostUnpublished",
    "PostView",
    "cards",
    "count_comment",
    "delete",
    "discard_changes",
    "drafts",
    "edit",
    "ensure_may_comment",
    "flush_views",
    "get_draft",
    "get_readable",
    "get_view",
    "hotness",
    "is_published",
    "may_comment",
    "may_delete",
    "may_edit",
    "may_moderate",
    "may_read",
    "note_view",
    "pin",
    "publish",
    "readable_by",
    "refusal_to_comment",
    "restore",
    "save_draft",
    "set_reactions",
    "start_draft",
    "tag_of",
    "unpin",
    "unpublish",
]
