"""The title and text of a post, and the bar with the save status and the actions."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.editor import post_editor, static_post_editor
from community.components.writing.dialogs import DISCARD_DIALOG_ID
from community.components.writing.draft_store import create_browser_handler, use_draft
from community.i18n import gettext as _
from community.rendering import Node, choose, el, present
from community.state.pages.comments.comments import MentionsState
from community.state.pages.posts.writing import WritingState
from community.styles import writing as styles
from community.styles.ui import button, form


def editor_bar() -> rx.Component:
    draft = use_draft()
    publish_button = _publish_button(
        draft.is_published,
        disabled=~draft.is_loaded,
        custom_attrs={
            "onClick": create_browser_handler("openPublishDialog"),
            "aria-haspopup": "dialog",
            "aria-keyshortcuts": "Control+Enter",
        },
    )
    return _bar(
        el.span(
            draft.status_text, role="status", class_name=styles.STATUS, data_status=draft.status
        ),
        rx.cond(WritingState.preview_url != "", _menu(draft)),
        rx.cond(WritingState.limits.restriction == "", publish_button),
    )


def post_form() -> rx.Component:
    draft = use_draft()
    text_editor = rx.el.div(
        post_editor(
            draft.text,
            on_change=create_browser_handler("handleTextChange", draft.session_number),
            auto_focus=draft.title != "",
            suggestions=MentionsState.suggestions,
            links=MentionsState.links,
            on_mention_query=lambda prefix: MentionsState.suggest(0, prefix),
            on_link_query=MentionsState.suggest_links,
        ),
        key=draft.session_number.to_string(),
        class_name=styles.TEXT,
    )
    return _form(
        draft.is_published,
        _title_field(
            id="field-title",
            value=draft.title,
            disabled=~draft.is_loaded,
            enter_key_hint="next",
            aria_invalid=draft.errors.title != "",
            aria_describedby="note-title",
            custom_attrs={
                "onChange": create_browser_handler("handleTitleInput"),
                "onKeyDown": create_browser_handler("handleTitleKeyDown"),
            },
        ),
        _field_error(draft.errors.title, "note-title"),
        rx.cond(draft.is_loaded, text_editor, _static_text_editor("")),
        _field_error(draft.errors.text, "note-text"),
    )


def static_editor(title: str = "", html: str = "", *, is_published: bool = False) -> list[Node]:
    """Return the bar and the form that the browser shows until it has loaded the editor.

    `html` is the text of the post.
    """
    return [
        _bar(None, _publish_button(is_published, disabled=True)),
        _form(is_published, _title_field(title, disabled=True), _static_text_editor(html)),
    ]


def _bar(status: Node, *actions: Node) -> Node:
    # On phones, which hide the page header here, the link leaves the editor.
    back = el.a(
        ui.icon("arrow_left"),
        href=urls.DRAFTS,
        aria_label=_("Your drafts"),
        class_name=f"{button.class_names('quiet', 'sm', icon_only=True)} {styles.BAR_BACK}",
    )
    return el.div(back, status, el.div(*actions, class_name=styles.BAR_END), class_name=styles.BAR)


def _publish_button(is_published: Any, **props: Any) -> Node:
    label = choose(is_published, _("Update…"), _("Publish…"))
    return ui.button(label, variant="primary", size="sm", **props)


def _form(is_published: Any, *fields: Node) -> Node:
    heading = choose(is_published, _("Edit post"), _("Write a post"))
    return el.div(el.h1(heading, class_name="sr-only"), *fields, class_name=styles.EDITOR_AREA)


def _title_field(*children: Node, **props: Any) -> Node:
    return el.textarea(
        *children,
        rows="1",
        placeholder=_("Title"),
        aria_label=_("Title"),
        dir="auto",
        class_name=styles.TITLE,
        **props,
    )


def _static_text_editor(html: str) -> Node:
    return el.div(static_post_editor(html), class_name=styles.TEXT)


def _menu(draft: Any) -> rx.Component:
    return ui.menu(
        ui.icon_button("more", _("More"), size="sm", **ui.menu_button_attrs("writing-menu")),
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


def _field_error(message: str, id: str) -> Node:
    return present(
        message,
        lambda text: el.p(
            ui.icon("alert", form.ERROR_ICON),
            el.span(text),
            id=id,
            role="alert",
            class_name=styles.FIELD_ERROR,
        ),
    )
