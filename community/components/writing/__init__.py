"""Components of the page on which users write posts, such as the form and the dialogs."""

from community.components.writing.dialogs import (
    conflict_banner,
    discard_changes_dialog,
    restriction_banner,
)
from community.components.writing.draft_store import draft_sync
from community.components.writing.post_form import editor_bar, post_form, static_editor
from community.components.writing.publish_dialog import publish_dialog
