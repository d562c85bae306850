"""The dialog of a clean-up, and its progress in the side sheet of the user."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.blocks.side_sheet import sheet_section
from community.admin.users.bulk_actions import ban_term_field
from community.admin.users.cleanup_state import CleanupState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node
from community.styles.admin import moderation as styles
from community.styles.ui import data_table, form

_State: Any = CleanupState
DIALOG_ID: Final = "cleanup"


def cleanup_button(user_id: Any) -> Node:
    return ui.button(
        _("Clean up"),
        icon_name="trash",
        size="sm",
        variant="danger",
        on_click=_State.ask(user_id),
    )


def cleanup_dialog() -> Node:
    return confirmation_dialog(
        dialog_id=DIALOG_ID,
        title=_("Clean up after {name}?", name=_State.name),
        consequence=_(
            "Posts, comments, private messages and profile texts disappear for readers. Drafts "
            "stay private. You can undo it."
        ),
        confirm_label=_("Clean up"),
        on_confirm=_State.start,
        on_close=_State.close,
        is_open=_State.user_id != 0,
        error=_State.error,
        fields=(_content_field(), _kinds_field(), _ban_field()),
        reason="required",
    )


def _content_field() -> Node:
    return _group(
        _("Content"),
        ui.radio(
            _("Hide"),
            name="content",
            value="hide",
            default_checked=True,
            hint=_State.hide_text,
        ),
        ui.radio(_("Delete"), name="content", value="delete", hint=_State.delete_text),
    )


def _kinds_field() -> Node:
    return _group(
        _("What to clean up"),
        ui.checkbox(_("Posts"), name="posts", default_checked=True),
        ui.checkbox(_("Comments"), name="comments", default_checked=True),
        ui.checkbox(_("Private messages and requests"), name="messages", default_checked=True),
        ui.checkbox(_("Name and bio"), name="profile", default_checked=True),
    )


def _group(title: str, *choices: Node) -> Node:
    return rx.el.fieldset(
        rx.el.legend(title, class_name=form.GROUP_TITLE),
        rx.el.div(*choices, class_name=form.CHOICES),
        class_name=form.GROUP,
    )


def _ban_field() -> Node:
    return rx.el.div(
        ui.checkbox(
            _("Ban the person"),
            name="ban",
            default_checked=True,
            hint=_("A ban that is in force stays as it is."),
        ),
        ban_term_field(),
        class_name=styles.STACK,
    )


def cleanup_progress() -> Node:
    """Return the last clean-up of the user, with the button that undoes it."""
    cleanup = _State.cleanup
    return rx.cond(
        cleanup,
        sheet_section(
            rx.el.p(
                rx.match(
                    cleanup.state,
                    ("running", _("Cleaning up…")),
                    ("finished", _("Cleaned up")),
                    ("undoing", _("Restoring…")),
                    _("Undone"),
                ),
                " · ",
                ui.relative_time(cleanup.created_at),
                class_name=data_table.SHEET_TEXT,
                role="status",
            ),
            rx.cond(cleanup.state != "undone", _progress_bar(cleanup)),
            rx.cond(
                (cleanup.state == "running") | (cleanup.state == "finished"),
                ui.button(
                    _("Undo clean-up"),
                    icon_name="undo",
                    size="sm",
                    on_click=_State.undo(cleanup.id),
                ),
            ),
            title=_("Clean-up"),
        ),
    )


def _progress_bar(cleanup: Any) -> Node:
    return rx.fragment(
        rx.el.progress(
            value=cleanup.hidden.to(str),
            max=rx.cond(cleanup.total > 0, cleanup.total, 1).to(str),
            aria_label=_("Progress of the clean-up"),
            class_name=styles.PROGRESS,
        ),
        rx.el.p(_State.progress, class_name=data_table.SHEET_TEXT),
    )
