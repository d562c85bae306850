"""The form in dialogs in which the user types the name of a community to confirm an action."""

from typing import Any

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.styles.ui import form, overlay


def name_confirmation_form(
    name: Any, *, error: Any, confirm_label: str, on_submit: Any, on_cancel: Any, key: Any
) -> rx.Component:
    control = ui.text_input(
        name="confirmation", error=error, required=True, auto_complete="off", spell_check=False
    )
    label = _("Type {name} to confirm", name=name)
    return rx.el.form(
        ui.field(label, control, name="confirmation", error=error),
        rx.el.div(
            ui.button(_("Cancel"), on_click=on_cancel),
            ui.button(confirm_label, type="submit", variant="danger"),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        key=key,
        on_submit=on_submit,
        no_validate=True,
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )
