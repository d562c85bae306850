"""The page for writing a post, and the page at `/drafts`, which lists the user's drafts.

They are not in the module of the page of a post, because browsers load the components of a module
together, and readers do not need those of the editor.
"""

import reflex as rx

from community import urls
from community.components import location, sign_in, skeletons, ui, writing
from community.components.layout.notices import after_undo_listener
from community.components.layout.page import page
from community.components.page_heading import page_heading
from community.components.writing.drafts import draft_rows, use_drafts
from community.i18n import gettext as _
from community.state.pages.layout import LayoutState
from community.state.pages.posts.drafts import DraftsState
from community.state.pages.posts.writing import WritingState
from community.styles import post as styles


def write_page() -> rx.Component:
    return page(
        # Until the State is loaded again after a lost connection, the user is unknown. Keep the
        # editor open during that time.
        rx.cond(
            LayoutState.is_loaded & ~LayoutState.is_signed_in,
            sign_in.sign_in_prompt(urls.WRITE),
            rx.cond(WritingState.is_missing, _not_found_message(), _editor()),
        ),
        is_ready=LayoutState.is_loaded & location.is_current_path(WritingState.path),
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


def drafts_page() -> rx.Component:
    return page(
        page_heading(_("Drafts")),
        rx.cond(
            LayoutState.is_signed_in,
            rx.cond(DraftsState.is_loaded, _draft_list(), skeletons.list_skeleton()),
            sign_in.sign_in_prompt(urls.DRAFTS),
        ),
        after_undo_listener(DraftsState.load),
        is_ready=LayoutState.is_loaded & DraftsState.is_loaded,
        active_href=urls.DRAFTS,
    )


def _draft_list() -> rx.Component:
    drafts = use_drafts()
    return rx.cond(
        drafts.rows.length() > 0,
        rx.fragment(
            draft_rows(drafts),
            rx.cond(
                drafts.next_cursor != "",
                rx.el.button(
                    ui.icon("chevron_down"),
                    _("Older drafts"),
                    type="button",
                    class_name=f"w-full {styles.MORE_LINK}",
                    on_click=DraftsState.load_more(drafts.next_cursor),
                ),
            ),
        ),
        ui.empty_state(
            _("No drafts"),
            _("Posts are saved here as you write. Only you can see them until you publish."),
            icon_name="write",
            action=ui.link_button(_("Write"), href=urls.WRITE, variant="primary"),
        ),
    )
