"""Components of the page for writing a post: the form, the draft store and the dialogs."""

from community.components.writing.dialogs import conflict_banner, discard_dialog
from community.components.writing.draft_store import draft_sync, use_draft
from community.components.writing.post_form import editor_bar, post_form
from community.components.writing.publish_dialog import publish_dialog

__all__ = [
    "conflict_banner",
    "discard_dialog",
    "draft_sync",
    "editor_bar",
    "post_form",
    "publish_dialog",
    "use_draft",
]
