"""Modal dialogs. The native `<dialog>` element handles the focus, the Esc key and the backdrop."""

from typing import Any, Final

import reflex as rx

from community.components.ui.button import button, icon_button
from community.components.ui.elements import Child, Flag, Text, command_attrs
from community.i18n import gettext as _
from community.rendering import present, react_component
from community.styles.ui import button as button_styles, overlay as styles
from community.styles.ui.overlay import DialogSize

# A `<dialog>` element without styles. Pass `guard=DISCARD_QUESTION` to let it ask before it closes
# with unsaved input.
native_dialog = react_component("dialog.js", "Dialog", on_close=None)
DISCARD_QUESTION: Final = {
    "dialog": f"{styles.DIALOG} {styles.DIALOG_SIZES['sm']}",
    "title": styles.DIALOG_TITLE,
    "text": styles.DIALOG_TEXT,
    "actions": styles.DIALOG_ACTIONS,
    "keep": button_styles.class_names("secondary"),
    "discard": button_styles.class_names("danger"),
}


def dialog(
    *children: Child,
    id: str,
    title: Text,
    text: Text = "",
    size: DialogSize = "md",
    open: Flag | None = None,
    guards_input: bool = False,
    **props: Any,
) -> rx.Component:
    """Return a modal dialog.

    Its first field gets the focus. The user can close it with Esc, with its close button or with a
    click on the backdrop. The button that opened it then gets the focus back.

    Args:
        id: The HTML id. The button that opens the dialog refers to it, for example `button(...,
            custom_attrs=dialog_button_attrs("auth"))`.
        open: A Var that opens and closes the dialog. If you pass it, also pass an `on_close`
            handler that resets it, because the user can close the dialog too.
        guards_input: Whether the dialog asks before it closes with unsaved input in its forms.
    """
    if open is not None:
        props["open"] = open
    if guards_input:
        props["guard"] = DISCARD_QUESTION
    return native_dialog(
        icon_button(
            "x",
            _("Close"),
            has_tooltip=False,
            class_name=styles.DIALOG_CLOSE,
            custom_attrs=command_attrs(id, "close"),
        ),
        rx.el.h2(title, id=f"{id}-title", class_name=styles.DIALOG_TITLE),
        present(text, lambda value: rx.el.p(value, class_name=styles.DIALOG_TEXT)),
        *children,
        id=id,
        class_name=f"{styles.DIALOG} {styles.DIALOG_SIZES[size]}",
        custom_attrs={
            "aria-labelledby": f"{id}-title",
            "data-first-field": "",
            **props.pop("custom_attrs", {}),
        },
        **props,
    )


def dialog_button_attrs(dialog_id: str) -> dict[str, str]:
    return {**command_attrs(dialog_id, "show-modal"), "aria-haspopup": "dialog"}


def confirm_dialog(
    *,
    id: str,
    title: Text,
    description: Text,
    confirm_label: Text,
    on_confirm: Any,
    **props: Any,
) -> rx.Component:
    return dialog(
        rx.el.div(
            button(_("Cancel"), custom_attrs=command_attrs(id, "close")),
            button(
                confirm_label,
                variant="danger",
                on_click=on_confirm,
                custom_attrs=command_attrs(id, "close"),
            ),
            class_name=styles.DIALOG_ACTIONS,
        ),
        id=id,
        title=title,
        text=description,
        size="sm",
        **props,
    )
