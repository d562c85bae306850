"""A form that keeps unsaved text in the browser (`assets/ui/settings/draft_form.js`)."""

from typing import Any

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.rendering import react_component
from community.styles import settings as styles
from community.styles.ui import form as form_styles

_DraftForm = react_component("settings/draft_form.js", "DraftForm", on_submit=dict[str, Any])
_CharacterCounter = react_component("settings/character_counter.js", "CharacterCounter")


def draft_form(
    *children: rx.Component,
    draft_key: ui.Text,
    save_count: Any,
    errors: Any,
    on_submit: Any,
    reset_on_save: bool = False,
) -> rx.Component:
    """Return a form that keeps unsaved text across errors, lost connections and reloads.

    Args:
        children: Uncontrolled fields. The `default_value` of each field is the saved value.
        save_count: A number that increases with every save.
        errors: A Var that changes when the server rejects the form. The focus then moves to the
            first invalid field.
        on_submit: Handler that receives a dict with the value of each field by its name.
        reset_on_save: Whether the fields are emptied after a save.
    """
    return _DraftForm(
        *children,
        draft_key=draft_key,
        save_count=save_count,
        errors=errors,
        reset_on_save=reset_on_save,
        on_submit=on_submit,
        class_name=styles.FORM,
    )


def save_bar() -> rx.Component:
    return rx.el.div(
        ui.button(_("Save"), type="submit", variant="primary"),
        rx.el.span(_("Unsaved changes"), class_name=styles.UNSAVED),
        class_name=form_styles.ACTIONS,
    )


def character_counter(name: str, max_length: int) -> rx.Component:
    class_names = {"within": styles.CHAR_COUNT, "over": styles.CHAR_COUNT_OVER}
    return _CharacterCounter(field_id=f"field-{name}", limit=max_length, class_names=class_names)
