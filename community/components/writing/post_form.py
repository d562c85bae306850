"""The title and text of a post, and the bar with the save status and the actions."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.editor import post_editor
from community.components.writing.dialogs import DISCARD_DIALOG_ID
from community.components.writing.draft_store import create_browser_handler, use_draft
from community.i18n import gettext as _
from community.state.writing import WritingState
from community.styles import form
from community.styles import writing as styles


def editor_bar() -> rx.Component:
    draft = use_draft()
    return rx.el.div(
        rx.el.span(
            draft.status_text,
            role="status",
            class_name=styles.STATUS,
            custom_attrs={"data-status": draft.status},
        ),
        rx.el.div(
            rx.cond(WritingState.preview_url != "", _menu(draft)),
            ui.button(
                rx.cond(draft.is_published, _("Update…"), _("Publish…")),
                variant="primary",
                size="sm",
                disabled=~draft.is_loaded,
                custom_attrs={
                    "onClick": create_browser_handler("openPublishDialog"),
                    "aria-haspopup": "dialog",
                    "aria-keyshortcuts": "Control+Enter",
                },
            ),
            class_name=styles.BAR_END,
        ),
        class_name=styles.BAR,
    )


def post_form() -> rx.Component:
    draft = use_draft()
    return rx.el.div(
        rx.el.h1(
            rx.cond(draft.is_published, _("Edit post"), _("Write a post")), class_name="sr-only"
        ),
        rx.el.textarea(
            id="field-title",
            value=draft.title,
            rows="1",
            placeholder=_("Title"),
            disabled=~draft.is_loaded,
            enter_key_hint="next",
            class_name=styles.TITLE,
            custom_attrs={
                "aria-label": _("Title"),
                "aria-invalid": draft.errors.title != "",
                "aria-describedby": "note-title",
                "onChange": create_browser_handler("handleTitleInput"),
                "onKeyDown": create_browser_handler("handleTitleKeyDown"),
            },
        ),
        _field_error(draft.errors.title, "note-title"),
        rx.cond(
            draft.is_loaded,
            rx.el.div(
                _text_editor(draft), key=draft.session_number.to_string(), class_name=styles.TEXT
            ),
            rx.el.div(class_name="min-h-[60dvh]"),
        ),
        _field_error(draft.errors.text, "note-text"),
        class_name=styles.EDITOR_AREA,
    )


def _text_editor(draft: Any) -> rx.Component:
    return post_editor(
        document_key=draft.document_key,
        value=draft.text,
        saved_at=draft.text_hash,
        acknowledged_revision=draft.acknowledged_revision,
        on_change=create_browser_handler("handleTextChange"),
    )


def _menu(draft: Any) -> rx.Component:
    return ui.menu(
        ui.icon_button(
            "more", _("More"), size="sm", custom_attrs=ui.menu_button_attrs("writing-menu")
        ),
        ui.menu_link(_("Preview"), href=WritingState.preview_url, icon_name="eye"),
        rx.cond(
            draft.is_published & draft.has_unpublished_changes,
            ui.menu_action(
                _("Discard changes"),
                icon_name="undo",
                is_danger=True,
                custom_attrs=ui.dialog_button_attrs(DISCARD_DIALOG_ID),
            ),
        ),
        ui.menu_link(_("All drafts"), href=urls.DRAFTS, icon_name="list"),
        id="writing-menu",
        label=_("More"),
    )


def _field_error(message: rx.Var[str], id: str) -> rx.Component:
    return rx.cond(
        message != "",
        rx.el.p(
            ui.icon("alert", form.ERROR_ICON),
            rx.el.span(message),
            id=id,
            role="alert",
            class_name=styles.FIELD_ERROR,
        ),
    )
