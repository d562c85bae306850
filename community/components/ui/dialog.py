"""Dialogs: the native element, so focus, Esc and the rest of the page behave by themselves."""

from typing import Any

import reflex as rx

from community.components.ui.button import button, icon_button
from community.components.ui.props import Child, Flag, Text, given, invokes
from community.looks import overlay as looks
from community.looks.overlay import DialogSize


class _Dialog(rx.Component):
    """A <dialog> that may follow a var; see `assets/ui/dialog.js`."""

    library = "$/public/ui/dialog.js"
    tag = "Dialog"
    open: rx.Var[bool]
    on_close: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def dialog(
    *children: Child,
    id: str,
    title: Text,
    text: Text = "",
    size: DialogSize = "md",
    open: Flag | None = None,
    **props: Any,
) -> rx.Component:
    """A sheet above the page. It closes by Esc, by its cross and by a press beside it.

    Args:
        children: What stands under the title.
        id: By which a button opens it: ``button(..., custom_attrs=opens("auth"))``.
        title: Its heading, and its name for screen readers.
        text: A sentence under the title.
        size: How wide it may grow.
        open: A var to follow; then give ``on_close`` too, because Esc closes it by itself.
        props: ``on_close`` and what else the element takes.
    """
    if open is not None:
        props["open"] = open
    return _Dialog.create(
        icon_button(
            "x",
            "Close",
            tip=False,
            class_name=looks.DIALOG_CLOSE,
            custom_attrs=invokes(id, "close"),
        ),
        rx.el.h2(title, id=f"{id}-title", class_name=looks.DIALOG_TITLE),
        *([rx.el.p(text, class_name=looks.DIALOG_TEXT)] if given(text) else []),
        *children,
        id=id,
        class_name=f"{looks.DIALOG} {looks.DIALOG_SIZES[size]}",
        custom_attrs={"aria-labelledby": f"{id}-title", **props.pop("custom_attrs", {})},
        **props,
    )


def opens(dialog_id: str) -> dict[str, str]:
    """Attributes for the button that opens the dialog."""
    return {**invokes(dialog_id, "show-modal"), "aria-haspopup": "dialog"}


def confirmation(
    *,
    id: str,
    title: Text,
    consequence: Text,
    act: Text,
    on_confirm: Any,
    **props: Any,
) -> rx.Component:
    """Asks before something that hurts: `consequence` says what will be gone."""
    return dialog(
        rx.el.div(
            button("Cancel", custom_attrs=invokes(id, "close")),
            button(act, variant="danger", on_click=on_confirm, custom_attrs=invokes(id, "close")),
            class_name=looks.DIALOG_ACTIONS,
        ),
        id=id,
        title=title,
        text=consequence,
        size="sm",
        **props,
    )
