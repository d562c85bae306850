"""The page for writing a post: `/write` for a new one, `/write/{id}` for an existing one."""

import reflex as rx

from community import urls
from community.components import ui, writing
from community.components.layout.page import page
from community.components.location import is_current_path
from community.components.sign_in_prompts import sign_in_prompt
from community.i18n import gettext as _
from community.state.pages.layout import LayoutState
from community.state.pages.posts.writing import WritingState


def write_page() -> rx.Component:
    return page(
        # Until the State is loaded again after a lost connection, the user is unknown. Keep the
        # editor open during that time.
        rx.cond(
            LayoutState.is_loaded & ~LayoutState.is_signed_in,
            sign_in_prompt(urls.WRITE),
            rx.cond(WritingState.is_missing, _not_found_message(), _editor()),
        ),
        is_ready=LayoutState.is_loaded & is_current_path(WritingState.path),
        active_href=urls.WRITE,
    )


def _editor() -> rx.Component:
    return rx.fragment(
        writing.draft_sync(),
        writing.editor_bar(),
        writing.restriction_banner(),
        writing.conflict_banner(),
        writing.post_form(),
        writing.publish_dialog(),
        writing.discard_changes_dialog(),
    )


def _not_found_message() -> rx.Component:
    return ui.empty_state(
        _("Draft not found"),
        _("It may have been deleted, or it belongs to someone else."),
        icon_name="search",
        action=ui.link_button(_("Your drafts"), href=urls.DRAFTS),
    )
