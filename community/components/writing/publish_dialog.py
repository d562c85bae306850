"""The dialog that publishes a post."""

from typing import Any

import reflex as rx

from community.components import forms, sign_in, ui
from community.components.writing.community_field import community_field
from community.components.writing.draft_store import create_browser_handler, use_draft
from community.components.writing.tag_field import tag_field
from community.domain import posts
from community.i18n import gettext as _
from community.rendering import Node, el, group, plural_text, when
from community.state.pages.posts.writing import WritingState
from community.styles import writing as styles
from community.styles.ui import form

# `assets/ui/writing/post/actions.js` finds the dialog by this id.
PUBLISH_DIALOG_ID = "publish-dialog"


def publish_dialog() -> rx.Component:
    """Return the publish dialog. The "Publish…" button and Ctrl+Enter open it.

    Its fields are part of the draft and are saved with it.
    """
    draft = use_draft()
    return ui.dialog(
        rx.el.div(
            ui.form_alert(draft.error_message),
            rx.cond(
                (draft.error_message != "") & WritingState.needs_verification,
                sign_in.send_link_button(),
            ),
            class_name=styles.ALERT,
        ),
        rx.el.div(
            rx.el.div(_cover_field(draft), _intro_field(draft), class_name=styles.COLUMN),
            rx.el.div(
                community_field(draft),
                tag_field(draft),
                _comments_switch(draft),
                class_name=styles.COLUMN,
            ),
            class_name=styles.COLUMNS,
        ),
        _action_buttons(draft),
        id=PUBLISH_DIALOG_ID,
        title=rx.cond(draft.is_published, _("Update post"), _("Publish post")),
        text=rx.cond(
            draft.is_waiting,
            _("A moderator will review the new version."),
            rx.cond(
                draft.is_published,
                _("Readers will see your changes right away."),
                _("Anyone will be able to read it. You can edit or unpublish it later."),
            ),
        ),
        size="lg",
    )


def _comments_switch(draft: Any) -> rx.Component:
    return ui.switch(
        _("Allow comments"),
        checked=draft.comments_enabled,
        custom_attrs={"onChange": create_browser_handler("handleToggle", "comments_enabled")},
    )


def _action_buttons(draft: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(
            rx.cond(
                draft.is_connected,
                "",
                _("You are offline. Your changes are saved in this browser."),
            ),
            role="status",
            class_name=styles.ACTIONS_NOTE,
        ),
        ui.button(_("Keep writing"), custom_attrs=ui.command_attrs(PUBLISH_DIALOG_ID, "close")),
        ui.button(
            rx.cond(draft.is_published, _("Update"), _("Publish")),
            variant="primary",
            loading=draft.is_publishing,
            custom_attrs={
                "onClick": create_browser_handler("publish"),
                "aria-disabled": ~draft.is_connected,
            },
        ),
        class_name=styles.ACTIONS,
    )


def _cover_field(draft: Any) -> rx.Component:
    add_button = el.button(
        ui.icon("image"),
        _("Add image"),
        type="button",
        class_name=styles.COVER_EMPTY,
        data_choose_file="",
    )
    image = el.img(src=draft.cover, alt=_("Cover image"), class_name=styles.COVER_IMAGE)
    return rx.el.div(
        rx.el.span(_("Cover image"), ui.optional_label(), class_name=form.LABEL),
        forms.image_input(
            rx.cond(draft.cover != "", image, add_button),
            rx.cond(draft.cover != "", _cover_buttons(), _cover_suggestion()),
            label=_("Cover image"),
            frame_class=styles.COVER_FRAME,
            error=draft.errors.cover,
            reset_key=draft.cover,
            on_upload=create_browser_handler("handleCoverUpload"),
        ),
        class_name=form.FIELD,
    )


def _cover_buttons() -> Node:
    return group(
        _text_button(_("Replace"), data_choose_file=""),
        _text_button(
            _("Remove"),
            on_click=create_browser_handler("setField", "cover", None),
            data_remove_image="",
        ),
    )


def _cover_suggestion() -> Node:
    suggestion = WritingState.suggested_cover
    return when(
        suggestion != "",
        lambda: _text_button(
            el.img(src=suggestion, alt="", class_name=styles.COVER_SUGGESTION_IMAGE),
            _("Use the first image in the text"),
            on_click=create_browser_handler("setField", "cover", suggestion),
            class_name=styles.COVER_SUGGESTION,
        ),
    )


def _intro_field(draft: Any) -> rx.Component:
    remaining = posts.MAX_INTRO_LENGTH - draft.intro.length()
    suggestion = WritingState.suggested_intro
    return rx.el.div(
        ui.field(
            _("Intro"),
            ui.text_area(
                name="intro",
                error=draft.errors.intro,
                value=draft.intro,
                placeholder=suggestion,
                custom_attrs={"onChange": create_browser_handler("handleInput", "intro")},
            ),
            name="intro",
            error=draft.errors.intro,
            hint=_(
                "Shown below the title, in feeds and in link previews. Without an intro, the "
                "beginning of the text is shown."
            ),
            optional=True,
        ),
        rx.el.div(
            rx.cond(
                (draft.intro == "") & (suggestion != ""),
                _text_button(
                    _("Use the beginning of the text"),
                    on_click=create_browser_handler("setField", "intro", suggestion),
                ),
            ),
            rx.el.span(
                plural_text("{n} character left", "{n} characters left", remaining),
                class_name=styles.INTRO_REMAINING,
                custom_attrs={"data-over-limit": remaining < 0},
            ),
            class_name=styles.INTRO_FOOTER,
        ),
    )


def _text_button(
    *children: Node, on_click: Any = None, class_name: str = styles.TEXT_BUTTON, **props: Any
) -> Node:
    handler = {"onClick": on_click} if on_click is not None else {}
    return el.button(*children, type="button", class_name=class_name, custom_attrs=handler, **props)
